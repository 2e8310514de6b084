// The page as a whole: its state, and who draws again when it changes.

class Explorer {
  static CLASSES = 24; // colours of numbers
  static SERIES = 8; // colours of names

  constructor(data) {
    this.columns = data.columns.map((given) => new Column(given, data.fields, data.points.length));
    this.order = [...this.columns];
    this.axes = { x: this.columns[data.first.x], y: this.columns[data.first.y] };
    this.coloured = this.columns[data.first.colour];
    this.selection = new Selection(this.columns, data.points);
    this.pointed = -1;
    this.waiting = false;
    const find = (id) => document.getElementById(id);
    [this.count, this.legend, this.sheet, this.without] = ["count", "legend", "sheet", "without"].map(find);
    this.#see();
    this.parallel = new Parallel(find("parallel"), find("titles"), this);
    this.scatter = new Scatter(find("scatter"), this);
    this.panel = new Panel(find("columns"), this);
    this.snippet = new Snippet(find("points"), this, data.fields, data.maxValues);
    this.#choices();
    find("reset").addEventListener("click", () => this.reset());
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
      this.#see();
      this.moved();
    });
    this.moved();
  }

  /** The columns that have an axis, in its order. */
  shown() {
    return this.order.filter((column) => column.shown);
  }

  /** Filters have changed: find the rows, and draw them in the next frame. */
  filtered() {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => {
      this.waiting = false;
      this.selection.update();
      this.parallel.draw();
      this.scatter.draw();
      this.#tell();
    });
  }

  /** Axes or colours have changed. */
  moved() {
    this.parallel.layout();
    this.scatter.layout();
    this.#tell();
  }

  /** Move the axis of a column to a place among the shown ones. */
  move(column, place) {
    const shown = this.shown();
    const other = shown[Math.max(0, Math.min(shown.length - 1, place))];
    if (other === column) return;
    const after = this.order.indexOf(other) > this.order.indexOf(column);
    this.order.splice(this.order.indexOf(column), 1);
    this.order.splice(this.order.indexOf(other) + after, 0, column);
    this.parallel.layout();
  }

  scale(column, log) {
    column.log = log && column.canLog;
    if (column === this.coloured) this.#paint();
    this.moved();
  }

  reset() {
    this.selection.clear();
    this.filtered();
  }

  pick(row) {
    this.selection.pick(row);
    this.parallel.mark();
    this.scatter.mark();
    this.#tell();
  }

  /** Show a row at a place of the window, and in both plots; -1 for none. */
  point(row, place, by) {
    this.sheet.hidden = row < 0;
    this.pointedBy = by;
    if (row !== this.pointed) {
      this.pointed = row;
      this.parallel.mark();
      this.scatter.mark();
      if (row >= 0) this.#fill(row);
    }
    if (row < 0) return;
    const { offsetWidth, offsetHeight } = this.sheet;
    const left = by === "pointer" ? place.left + 16 : place.left + 8;
    const top = by === "pointer" ? place.top + 16 : place.top + 8;
    const side = left + offsetWidth > innerWidth && by === "pointer" ? place.left - offsetWidth - 16 : left;
    this.sheet.style.left = `${Math.max(4, Math.min(side, innerWidth - offsetWidth - 4))}px`;
    this.sheet.style.top = `${Math.max(4, Math.min(top, innerHeight - offsetHeight - 4))}px`;
  }

  /** Write all values of a row. */
  #fill(row) {
    const heading = document.createElement("b");
    heading.textContent = `point ${this.selection.points[row]}`;
    const list = document.createElement("dl");
    for (const column of this.columns) {
      list.append(document.createElement("dt"), document.createElement("dd"));
      [list.lastChild.previousSibling.textContent, list.lastChild.textContent] = [column.label, column.text(row)];
    }
    this.sheet.replaceChildren(heading, list);
  }

  #tell() {
    const { passing, rows, picked } = this.selection;
    const [some, all, few] = [passing.length, rows, picked.size].map((number) => number.toLocaleString("en"));
    this.count.textContent = `${some} of ${all} rows${picked.size ? `, ${few} picked` : ""}`;
    const { without } = this.scatter;
    this.without.textContent = without ? `Without ${without.toLocaleString("en")} rows that have no value here.` : "";
    for (const [id, column] of Object.entries(this.axes)) {
      const log = document.getElementById(`${id}-log`);
      [log.checked, log.disabled] = [column.log, !column.canLog];
    }
    this.panel.draw();
    this.snippet.draw();
  }

  /** Fill the lists of columns for the scatter plot and the colours. */
  #choices() {
    for (const [id, chosen, change] of [
      ["x", this.axes.x, (column) => (this.axes.x = column)],
      ["y", this.axes.y, (column) => (this.axes.y = column)],
      ["colour", this.coloured, (column) => {
        this.coloured = column;
        this.#paint();
      }],
    ]) {
      const select = document.getElementById(id);
      this.columns.forEach((column, k) => select.add(new Option(column.label, k, false, column === chosen)));
      const log = document.getElementById(`${id}-log`);
      select.addEventListener("change", () => {
        change(this.columns[select.value]);
        this.moved();
      });
      log?.addEventListener("change", () => this.scale(this.columns[select.value], log.checked));
    }
  }

  /** Read the colours of the page, which follow the setting of the browser. */
  #see() {
    const style = getComputedStyle(document.documentElement);
    const read = (name) => style.getPropertyValue(`--${name}`).trim();
    this.theme = { text: read("text"), soft: read("soft"), page: read("page"), accent: read("accent") };
    this.theme.faint = Explorer.#rgb(read("faint"));
    this.series = Array.from({ length: Explorer.SERIES }, (_, k) => Explorer.#rgb(read(`s${k}`)));
    const stops = ["low", "middle", "high"].map((name) => Explorer.#rgb(read(name)));
    this.ramp = Array.from({ length: Explorer.CLASSES }, (_, k) => {
      const along = (2 * k) / (Explorer.CLASSES - 1);
      const from = Math.min(1, Math.floor(along));
      return stops[from].map((value, c) => Math.round(value + (along - from) * (stops[from + 1][c] - value)));
    });
    this.#paint();
  }

  static #rgb(text) {
    const digits = text.length === 4 ? text.slice(1).replace(/./g, "$&$&") : text.slice(1);
    return [0, 2, 4].map((k) => parseInt(digits.slice(k, k + 2), 16));
  }

  /** Give each row its colour; rows without a value have that of the last class, grey. */
  #paint() {
    const column = this.coloured;
    const palette = [...(column.names ? this.series : this.ramp), Explorer.#rgb(this.theme.soft)];
    const last = palette.length - 1;
    const classes = Uint8Array.from(column.at, (value) => {
      if (Number.isNaN(value)) return last;
      return column.names ? value % last : Math.min(last - 1, Math.floor(column.share(value) * last));
    });
    this.colours = { classes, palette };
    this.#explain(column, palette);
  }

  #explain(column, palette) {
    const swatch = ([red, green, blue]) => {
      const mark = document.createElement("i");
      mark.style.background = `rgb(${red}, ${green}, ${blue})`;
      return mark;
    };
    const entry = (...parts) => {
      const item = document.createElement("li");
      item.append(...parts);
      return item;
    };
    const last = palette.length - 1;
    const items = column.names
      ? column.names.slice(0, last).map((name, k) => entry(swatch(palette[k]), name))
      : [entry(written(column.low), " ", ...palette.slice(0, last).map(swatch), " ", written(column.high))];
    if (column.names?.length > last) items.push(entry(`the colours repeat: ${column.names.length} names`));
    if (column.missing) items.push(entry(swatch(palette[last]), "no value"));
    this.legend.classList.toggle("ramp", !column.names);
    this.legend.replaceChildren(...items);
  }
}

let explorer = null;
unpacked(document.getElementById("data").textContent)
  .then((data) => (explorer = new Explorer(data)))
  .catch((error) => {
    document.getElementById("count").textContent = `The page cannot be shown: ${error.message}`;
    throw error;
  });
