// What both plots have in common: a drawing of the rows, marks above it, and the work of pointer and keys.

class Plot {
  /** `height` is in pixels of the page; the width is that of the element. */
  constructor(element, explorer, height) {
    this.element = element;
    this.explorer = explorer;
    this.height = height;
    this.width = 0;
    [this.behind, this.rows, this.above] = ["behind", "rows", "above"].map((name) => {
      const canvas = element.appendChild(document.createElement("canvas"));
      canvas.className = name;
      return canvas;
    });
    this.all = new Painter(this.behind);
    this.passing = new Painter(this.rows);
    element.style.height = `${height}px`;
    this.above.tabIndex = 0;
    this.above.setAttribute("role", "img");
    this.above.setAttribute("aria-label", element.dataset.label);
    this.above.addEventListener("keydown", (event) => this.#key(event));
    this.above.addEventListener("pointermove", (event) => this.#moved(event));
    this.above.addEventListener("pointerdown", (event) => this.#pressed(event));
    this.above.addEventListener("pointerup", (event) => this.#released(event));
    this.above.addEventListener("pointercancel", () => (this.drag = null));
    this.above.addEventListener("pointerleave", () => {
      if (this.explorer.pointedBy === "pointer") this.explorer.point(-1);
    });
    new ResizeObserver(() => {
      if (element.clientWidth !== this.width) this.layout();
    }).observe(element);
  }

  get busy() {
    return this.passing.busy;
  }

  /** The place of an event in the plot. */
  place(event) {
    const box = this.above.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  /** Clear the marks, and return where they are drawn, in pixels of the page. */
  marks() {
    const ratio = window.devicePixelRatio || 1;
    this.above.width = Math.round(this.width * ratio);
    this.above.height = Math.round(this.height * ratio);
    const context = this.above.getContext("2d");
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.font = "12px system-ui, sans-serif";
    return context;
  }

  /** The values whose places are apart enough for their texts, with these places. */
  static apart(values, placeOf, least) {
    const found = [];
    for (const value of values) {
      const place = placeOf(value);
      if (!found.length || Math.abs(place - found.at(-1)[1]) >= least) found.push([value, place]);
    }
    return found;
  }

  /** Write a text that is legible above the rows. */
  write(context, text, x, y, most) {
    let shown = text;
    while (shown.length > 1 && context.measureText(shown).width > most) shown = `${shown.slice(0, -2)}…`;
    context.lineWidth = 3;
    context.lineJoin = "round";
    context.strokeStyle = this.explorer.theme.page;
    context.strokeText(shown, x, y);
    context.fillStyle = this.explorer.theme.text;
    context.fillText(shown, x, y);
  }

  #key(event) {
    const { selection, pointed } = this.explorer;
    const way = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (way) {
      const row = selection.next(pointed, way);
      this.explorer.point(row, this.above.getBoundingClientRect(), "key");
    } else if ((event.key === "Enter" || event.key === " ") && pointed >= 0) {
      this.explorer.pick(pointed);
    } else if (event.key === "Escape") {
      this.explorer.point(-1);
    } else return;
    event.preventDefault();
  }

  #pressed(event) {
    if (event.button !== 0) return;
    const place = this.place(event);
    // A finger scrolls the page; the fields below the plots are its filters.
    this.drag = { from: place, moved: false, target: event.pointerType === "touch" ? null : this.grip(place) };
    this.above.setPointerCapture(event.pointerId);
  }

  #moved(event) {
    // The keys may scroll the page below a pointer that does not move.
    if (event.screenX === this.last?.screenX && event.screenY === this.last.screenY) return;
    this.last = event;
    const place = this.place(event);
    if (this.drag) {
      const { from, target } = this.drag;
      this.drag.moved ||= Math.hypot(place.x - from.x, place.y - from.y) > 3;
      if (this.drag.moved && target !== null) this.brush(target, from, place);
      return;
    }
    this.above.style.cursor = this.grip(place) === null ? "default" : "crosshair";
    this.explorer.point(this.nearest(place), { left: event.clientX, top: event.clientY }, "pointer");
  }

  #released(event) {
    const { drag } = this;
    this.drag = null;
    if (!drag || drag.moved) return;
    const place = this.place(event);
    const row = this.nearest(place);
    if (this.clicked(drag.target, place) || row < 0) return;
    this.explorer.pick(row);
  }
}
