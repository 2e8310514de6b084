// The scatter plot of two columns.

class Scatter extends Plot {
  static LEFT = 78;
  static RIGHT = 16;
  static TOP = 12;
  static BOTTOM = 46;

  constructor(element, explorer) {
    super(element, explorer, 380);
  }

  layout() {
    this.width = this.element.clientWidth;
    const { x, y } = this.explorer.axes;
    this.x = Float32Array.from(x.at, (value) => this.across(value));
    this.y = Float32Array.from(y.at, (value) => this.up(value));
    this.backed = false;
    this.draw();
  }

  draw() {
    const { selection, colours, theme } = this.explorer;
    const drawn = (row) => this.x[row] === this.x[row] && this.y[row] === this.y[row]; // NaN is not itself
    this.behind.hidden = !selection.filtered;
    if (selection.filtered && !this.backed) {
      const rows = selection.scattered.filter(drawn);
      const grey = new Uint8Array(selection.rows);
      this.all.dots(rows, this.x, this.y, grey, [theme.faint], this.width, this.height);
      this.backed = true;
    }
    this.shown = selection.passing.filter(drawn);
    this.passing.dots(this.shown, this.x, this.y, colours.classes, colours.palette, this.width, this.height);
    this.mark();
  }

  /** The number of rows that pass and have no value in one of the columns. */
  get without() {
    return this.explorer.selection.passing.length - this.shown.length;
  }

  across(value) {
    return Scatter.LEFT + this.explorer.axes.x.share(value) * (this.width - Scatter.LEFT - Scatter.RIGHT);
  }

  up(value) {
    const share = this.explorer.axes.y.share(value);
    return this.height - Scatter.BOTTOM - share * (this.height - Scatter.BOTTOM - Scatter.TOP);
  }

  mark() {
    const { selection, pointed, theme, axes } = this.explorer;
    const context = this.marks();
    const [right, bottom] = [this.width - Scatter.RIGHT, this.height - Scatter.BOTTOM];
    context.strokeStyle = theme.soft;
    context.strokeRect(Scatter.LEFT - 6, Scatter.TOP - 6, right - Scatter.LEFT + 12, bottom - Scatter.TOP + 12);
    context.textAlign = "center";
    const wide = axes.x.names ? 90 : 60;
    const columns = axes.x.ticks(Math.floor((right - Scatter.LEFT) / wide));
    for (const [value, x] of Plot.apart(columns, (each) => this.across(each), wide / 2)) {
      this.write(context, axes.x.tick(value), x, bottom + 22, wide - 6);
    }
    this.write(context, axes.x.label, (Scatter.LEFT + right) / 2, this.height - 6, right - Scatter.LEFT);
    context.textAlign = "right";
    const lines = axes.y.ticks(Math.floor((bottom - Scatter.TOP) / 24));
    for (const [value, y] of Plot.apart(lines, (each) => this.up(each), 14)) {
      this.write(context, axes.y.tick(value), Scatter.LEFT - 12, y + 4, Scatter.LEFT - 26);
    }
    context.save();
    context.rotate(-Math.PI / 2);
    context.textAlign = "center";
    this.write(context, axes.y.label, -(Scatter.TOP + bottom) / 2, 12, bottom - Scatter.TOP);
    context.restore();
    for (const row of selection.picked) this.#ring(context, row, theme.text);
    if (pointed >= 0) this.#ring(context, pointed, theme.accent);
    if (this.drag?.moved) {
      context.fillStyle = theme.accent;
      context.globalAlpha = 0.2;
      const { from, to } = this.drag;
      context.fillRect(from.x, from.y, to.x - from.x, to.y - from.y);
    }
  }

  grip() {
    return this;
  }

  /** Filter both columns by the box between two places. */
  brush(_, from, to) {
    this.drag.to = to;
    const { x, y } = this.explorer.axes;
    const clamp = (share) => Math.max(0, Math.min(1, share));
    const across = (place) => clamp((place.x - Scatter.LEFT) / (this.width - Scatter.LEFT - Scatter.RIGHT));
    const up = (place) => {
      const long = this.height - Scatter.BOTTOM - Scatter.TOP;
      return clamp((this.height - Scatter.BOTTOM - place.y) / long);
    };
    x.choose(across(from), across(to));
    if (y !== x) y.choose(up(from), up(to));
    this.explorer.filtered();
  }

  clicked() {
    return false;
  }

  /** The row whose dot is nearest to a place, -1 for none within ten pixels. */
  nearest({ x, y }) {
    let [found, least] = [-1, 10 ** 2];
    for (const row of this.shown) {
      const away = (this.x[row] - x) ** 2 + (this.y[row] - y) ** 2;
      if (away < least || (away === least && row < found)) [found, least] = [row, away];
    }
    return found;
  }

  #ring(context, row, colour) {
    context.strokeStyle = colour;
    context.lineWidth = 2;
    context.beginPath();
    context.arc(this.x[row], this.y[row], 6, 0, 2 * Math.PI);
    context.stroke();
  }
}
