// Drawing of many rows. A few are drawn by the canvas. It takes twenty microseconds a line, so that of more rows the
// pixels are counted here instead: the more rows in a pixel, the stronger its colour, which is that of its last row.

class Painter {
  static FEW_LINES = 1200;
  static FEW_DOTS = 3000;
  static MANY = 20000; // from here on, a pixel of the page is one of the drawing
  static SLICE_MS = 40; // of a longer drawing, the page shows the first part,
  static SHOW_MS = 200; // and again after this time

  constructor(canvas) {
    this.canvas = canvas;
    this.context = canvas.getContext("2d");
    this.busy = false;
    this.job = 0;
  }

  /** Set the size in pixels of the page, and clear. */
  #begin(width, height, rows) {
    this.ratio = rows > Painter.MANY ? 1 : Math.min(2, window.devicePixelRatio || 1);
    this.canvas.width = Math.max(1, Math.round(width * this.ratio));
    this.canvas.height = Math.max(1, Math.round(height * this.ratio));
    this.job++;
    this.busy = false;
  }

  /**
   * Draw a line per row through all axes.
   *
   * `axes` have their place `x` and the place `y[row]` of each row, `classes[row]` is the place of a row's colour
   * in `palette`, each red, green and blue.
   */
  lines(rows, axes, classes, palette, width, height) {
    this.#begin(width, height, rows.length);
    if (rows.length > Painter.FEW_LINES) {
      this.#slices(rows, palette, (cells, from, to) => this.#countLines(cells, rows, from, to, axes, classes));
      return;
    }
    this.context.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    this.context.lineWidth = 1.1;
    this.context.globalAlpha = Math.max(0.25, Math.min(0.85, 150 / rows.length));
    for (const row of rows) {
      this.context.strokeStyle = `rgb(${palette[classes[row]]})`;
      this.context.beginPath();
      for (const axis of axes) this.context.lineTo(axis.x, axis.y[row]);
      this.context.stroke();
    }
  }

  /** Draw a dot per row at `x[row]`, `y[row]`; see `lines`. */
  dots(rows, x, y, classes, palette, width, height) {
    this.#begin(width, height, rows.length);
    if (rows.length > Painter.FEW_DOTS) {
      this.#slices(rows, palette, (cells, from, to) => this.#countDots(cells, rows, from, to, x, y, classes));
      return;
    }
    this.context.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    this.context.globalAlpha = Math.max(0.4, Math.min(0.85, 600 / rows.length));
    for (const row of rows) {
      this.context.fillStyle = `rgb(${palette[classes[row]]})`;
      this.context.beginPath();
      this.context.arc(x[row], y[row], 3.5, 0, 2 * Math.PI);
      this.context.fill();
    }
  }

  /** Count rows in slices, with the page's own work between them. A cell is 256 times its count, plus a class. */
  #slices(rows, palette, count) {
    const cells = new Int32Array(this.canvas.width * this.canvas.height);
    const job = this.job;
    let [done, shown] = [0, -Infinity];
    const slice = () => {
      if (job !== this.job) return; // another drawing has begun
      const end = performance.now() + Painter.SLICE_MS;
      while (done < rows.length && performance.now() < end) {
        const to = Math.min(rows.length, done + 2000);
        count(cells, done, to);
        done = to;
      }
      this.busy = done < rows.length;
      if (!this.busy || end - shown > Painter.SHOW_MS) {
        this.#show(cells, palette);
        shown = end;
      }
      if (this.busy) requestAnimationFrame(slice);
    };
    slice();
  }

  #countLines(cells, rows, from, to, axes, classes) {
    const { width } = this.canvas;
    const ratio = this.ratio;
    for (let gap = 1; gap < axes.length; gap++) {
      const [one, other] = [axes[gap - 1].y, axes[gap].y];
      const begin = Math.round(axes[gap - 1].x * ratio);
      const end = Math.round(axes[gap].x * ratio);
      for (let k = from; k < to; k++) {
        const row = rows[k];
        const colour = classes[row];
        const [top, down] = [one[row] * ratio, (other[row] - one[row]) * ratio];
        // A pixel for each step along the longer side, in steps of 1/65536 pixel along the other.
        const steps = Math.max(end - begin, Math.abs(down) | 0, 1);
        const [right, slope] = [((end - begin) * 65536) / steps | 0, (down * 65536) / steps | 0];
        let [x, y] = [begin << 16, (top * 65536) | 0];
        for (let step = 0; step < steps; step++) {
          const cell = (y >> 16) * width + (x >> 16);
          cells[cell] = ((cells[cell] & ~255) + 256) | colour;
          x += right;
          y += slope;
        }
      }
    }
  }

  #countDots(cells, rows, from, to, x, y, classes) {
    const { width, height } = this.canvas;
    for (let k = from; k < to; k++) {
      const row = rows[k];
      const left = Math.round(x[row] * this.ratio) - 1;
      const top = Math.round(y[row] * this.ratio) - 1;
      if (!(left >= 0 && top >= 0 && left + 2 < width && top + 2 < height)) continue;
      for (let down = 0; down < 3; down++) {
        for (let across = 0; across < 3; across++) {
          const cell = (top + down) * width + left + across;
          cells[cell] = ((cells[cell] & ~255) + 256) | classes[row];
        }
      }
    }
  }

  /** Show the counts: on a scale of logarithms, because single rows must be seen beside thousands. */
  #show(cells, palette) {
    const image = this.context.createImageData(this.canvas.width, this.canvas.height);
    const pixels = new Uint32Array(image.data.buffer);
    const colours = palette.map(([red, green, blue]) => red | (green << 8) | (blue << 16));
    let most = 1;
    for (const cell of cells) most = Math.max(most, cell >> 8);
    const strength = Uint8Array.from(
      { length: Math.min(most, 4095) + 1 },
      (_, n) => 255 * (0.3 + (0.7 * Math.log1p(n)) / Math.log1p(most)),
    );
    for (let k = 0; k < cells.length; k++) {
      const count = cells[k] >> 8;
      if (count) pixels[k] = colours[cells[k] & 255] | (strength[Math.min(count, 4095)] << 24);
    }
    this.context.putImageData(image, 0, 0);
  }
}
