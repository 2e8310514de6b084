// Which rows pass the filters of the columns, and which the reader has picked.

class Selection {
  /** `points[row]` is the number of a row's point. */
  constructor(columns, points) {
    this.columns = columns;
    this.points = points;
    this.rows = points.length;
    this.picked = new Set();
    this.passes = new Uint8Array(this.rows);
    this.scattered = Selection.#scattered(this.rows);
    this.update();
  }

  /** The rows in an order without pattern, the same each time: the first of a drawing stand for all. */
  static #scattered(rows) {
    const order = Uint32Array.from({ length: rows }, (_, row) => row);
    let state = 1;
    for (let k = rows - 1; k > 0; k--) {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      const other = Math.floor((state / 2 ** 32) * (k + 1));
      [order[k], order[other]] = [order[other], order[k]];
    }
    return order;
  }

  get filtered() {
    return this.columns.some((column) => column.filtered);
  }

  /** Find the rows that pass; they stand in `passing`, without order. */
  update() {
    this.passes.fill(1);
    for (const column of this.columns.filter((each) => each.filtered)) {
      for (let row = 0; row < this.rows; row++) {
        if (this.passes[row] && !column.accepts(row)) this.passes[row] = 0;
      }
    }
    this.passing = this.scattered.filter((row) => this.passes[row]);
  }

  clear() {
    this.picked.clear();
    for (const column of this.columns) column.clear();
    this.update();
  }

  pick(row) {
    if (!this.picked.delete(row)) this.picked.add(row);
  }

  /** The next row that passes, forwards (1) or backwards (-1); -1 if none does. */
  next(row, way) {
    for (let k = 1; k <= this.rows; k++) {
      const other = (((row < 0 && way < 0 ? 0 : row) + way * k) % this.rows + this.rows) % this.rows;
      if (this.passes[other]) return other;
    }
    return -1;
  }

  /** The rows whose points are taken out: those picked, else those that pass. Each point once. */
  taken() {
    const found = [];
    let last = null;
    for (let row = 0; row < this.rows; row++) {
      if (!(this.picked.size ? this.picked.has(row) : this.passes[row])) continue;
      if (this.points[row] !== last) found.push(row); // the second run of an edge cut follows the first
      last = this.points[row];
    }
    return found;
  }
}
