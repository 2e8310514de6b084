// The parallel coordinates: an axis per column, and a line per row.

class Parallel extends Plot {
  static NARROWEST = 92; // pixels from axis to axis
  static REACH = 12; // pixels beside an axis that belong to it
  static LEFT = 12;
  static RIGHT = 84;
  static TOP = 12;
  static BOTTOM = 30; // below are the rows without a value

  constructor(element, titles, explorer) {
    super(element, explorer, 380);
    this.titles = titles;
    this.axes = [];
  }

  /** Place the axes of the shown columns, and draw everything. */
  layout() {
    const shown = this.explorer.shown();
    const least = Math.max(1, shown.length - 1) * Parallel.NARROWEST + Parallel.LEFT + Parallel.RIGHT;
    this.element.style.minWidth = this.titles.style.minWidth = `${least}px`;
    this.width = this.element.clientWidth;
    const step = (this.width - Parallel.LEFT - Parallel.RIGHT) / Math.max(1, shown.length - 1);
    this.step = Math.min(step, shown.length > 1 ? step : this.width);
    this.axes = shown.map((column, k) => ({ column, x: Parallel.LEFT + k * step, y: this.#heights(column) }));
    this.#name();
    this.backed = false;
    this.draw();
  }

  draw() {
    const { selection, colours, theme } = this.explorer;
    const { width, height, axes } = this;
    this.behind.hidden = !selection.filtered;
    if (selection.filtered && !this.backed) {
      const grey = new Uint8Array(selection.rows);
      this.all.lines(selection.scattered, axes, grey, [theme.faint], width, height);
      this.backed = true;
    }
    this.passing.lines(selection.passing, axes, colours.classes, colours.palette, width, height);
    this.mark();
  }

  /** Draw the axes, the filters on them, and the lines of the picked rows and of that below the pointer. */
  mark() {
    const { selection, pointed, theme } = this.explorer;
    const context = this.marks();
    for (const row of selection.picked) this.#line(context, row, 2, theme.text);
    if (pointed >= 0) this.#line(context, pointed, 3, theme.accent);
    const bottom = this.height - Parallel.BOTTOM;
    for (const { column, x } of this.axes) {
      context.strokeStyle = theme.soft;
      context.lineWidth = 1;
      context.beginPath();
      context.moveTo(x, Parallel.TOP);
      context.lineTo(x, bottom);
      context.stroke();
      this.#filter(context, column, x);
      if (column.missing) this.write(context, "no value", x + 5, this.height - 8, this.step - 10);
      const values = column.ticks(Math.floor((bottom - Parallel.TOP) / 20));
      for (const [value, y] of Plot.apart(values, (each) => this.heightOf(column, each), 14)) {
        context.strokeStyle = theme.soft;
        context.lineWidth = 1;
        context.beginPath();
        context.moveTo(x, y);
        context.lineTo(x + 4, y);
        context.stroke();
        this.write(context, column.tick(value), x + 6, y + 4, Math.min(this.step, Parallel.RIGHT) - 10);
      }
    }
  }

  /** The height of a value on its axis; the first of names is at the top. */
  heightOf(column, value) {
    if (Number.isNaN(value)) return this.height - 12;
    const share = column.names ? 1 - column.share(value) : column.share(value);
    return this.height - Parallel.BOTTOM - share * (this.height - Parallel.BOTTOM - Parallel.TOP);
  }

  /** The axis that a drag from a place would brush, null for none. */
  grip(place) {
    return this.axes.find((axis) => Math.abs(axis.x - place.x) <= Parallel.REACH) ?? null;
  }

  brush(axis, from, to) {
    const share = ({ y }) => {
      const up = (this.height - Parallel.BOTTOM - y) / (this.height - Parallel.BOTTOM - Parallel.TOP);
      const inside = Math.max(0, Math.min(1, up));
      return axis.column.names ? 1 - inside : inside;
    };
    axis.column.choose(share(from), share(to));
    this.explorer.filtered();
  }

  /** Undo the filter of an axis; whether there was one. */
  clicked(axis) {
    if (!axis?.column.filtered) return false;
    axis.column.clear();
    this.explorer.filtered();
    return true;
  }

  /** The row whose line is nearest to a place, -1 for none within six pixels. */
  nearest({ x, y }) {
    const right = this.axes.findIndex((axis) => axis.x >= x);
    if (right < 0 || (right === 0 && this.axes.length > 1)) return -1;
    const [one, other] = [this.axes[Math.max(0, right - 1)], this.axes[right]];
    const share = (x - one.x) / Math.max(1, other.x - one.x);
    let [found, least] = [-1, 6];
    for (const row of this.explorer.selection.passing) {
      const away = Math.abs(one.y[row] + share * (other.y[row] - one.y[row]) - y);
      if (away < least || (away === least && row < found)) [found, least] = [row, away];
    }
    return found;
  }

  #heights(column) {
    return Float32Array.from(column.at, (value) => this.heightOf(column, value));
  }

  #line(context, row, width, colour) {
    context.strokeStyle = colour;
    context.lineWidth = width;
    context.beginPath();
    for (const { x, y } of this.axes) context.lineTo(x, y[row]);
    context.stroke();
  }

  #filter(context, column, x) {
    context.fillStyle = this.explorer.theme.accent;
    context.globalAlpha = 0.45;
    if (column.range) {
      const ends = column.range.map((value) => Math.min(column.high, Math.max(column.low, value)));
      const [low, high] = ends.map((value) => this.heightOf(column, value));
      context.fillRect(x - 5, high - 1, 10, Math.max(3, low - high + 2));
    }
    const half = column.names ? (this.height - Parallel.BOTTOM - Parallel.TOP) / column.names.length / 2 : 0;
    for (const value of column.chosen ?? []) {
      if (value >= 0) context.fillRect(x - 5, this.heightOf(column, value) - half, 10, 2 * half);
    }
    context.globalAlpha = 1;
  }

  /** Name the axes by buttons, which move them: by the arrow keys, or dragged. */
  #name() {
    const had = this.titles.contains(document.activeElement) ? document.activeElement.textContent : null;
    this.titles.replaceChildren(
      ...this.axes.map(({ column, x }, place) => {
        const button = document.createElement("button");
        button.type = "button";
        button.textContent = column.label.replace(/[_.]/g, "$&\u200b"); // where a long one may break
        button.title = `${column.hint} (arrow keys or dragging move the axis)`;
        button.style.left = `${x - 6}px`;
        button.style.maxWidth = `${Math.min(this.step, 180) - 4}px`;
        button.addEventListener("keydown", (event) => {
          const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
          if (!way) return;
          event.preventDefault();
          this.explorer.move(column, place + way);
        });
        button.addEventListener("pointerdown", (event) => {
          const begin = event.clientX;
          button.setPointerCapture(event.pointerId);
          button.onpointerup = (end) => {
            const steps = Math.round((end.clientX - begin) / this.step);
            if (steps) this.explorer.move(column, place + steps);
          };
        });
        return button;
      }),
    );
    [...this.titles.children].find((button) => button.textContent === had)?.focus();
  }
}
