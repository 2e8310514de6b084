"use strict";
// The columns of the page: their values of each row, their scales, and the texts of values.

/** The data of the page: JSON, deflated, as base64. */
async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return JSON.parse(await new Response(stream).text());
}

/** A number in up to `digits` digits, with a prefix from a million on. */
function written(number, digits = 4) {
  for (const [size, prefix] of [[1e12, " T"], [1e9, " G"], [1e6, " M"]]) {
    if (Math.abs(number) >= size) return Number((number / size).toPrecision(digits)) + prefix;
  }
  return String(Number(number.toPrecision(digits)));
}

/**
 * A column: numbers, or names in the order in which they first occur.
 *
 * `at[row]` is the number of a row, or the place of its name; NaN for none. `range` and `chosen` are the filter:
 * the ends of the accepted numbers, or the accepted names.
 */
class Column {
  static FEW = 10; // with so few different numbers of a field, the axis marks these

  constructor(given, fields, rows) {
    const field = fields.find((each) => each.name === given.field);
    const values = given.values ?? field?.yaml.map(Number);
    const places = given.at ?? field?.at;
    this.label = given.label;
    this.hint = given.hint;
    this.shown = given.shown;
    this.names = typeof values?.[0] === "string" ? values : null;
    this.at = new Float64Array(rows);
    for (let row = 0; row < rows; row++) {
      if (given.numbers) this.at[row] = given.numbers[row] ?? NaN;
      else if (places[row] < 0) this.at[row] = NaN;
      else this.at[row] = this.names ? places[row] : values[places[row]];
    }
    [this.low, this.high] = [Infinity, -Infinity];
    const different = new Set();
    this.missing = false;
    for (const number of this.at) {
      if (Number.isNaN(number)) {
        this.missing = true;
        continue;
      }
      this.low = Math.min(this.low, number);
      this.high = Math.max(this.high, number);
      if (different.size <= Column.FEW) different.add(number);
    }
    this.few = values && !this.names && different.size <= Column.FEW ? [...different].sort((a, b) => a - b) : null;
    this.canLog = !this.names && this.low > 0;
    this.log = this.canLog && this.high >= 100 * this.low;
    this.clear();
  }

  clear() {
    this.range = this.chosen = null;
  }

  get filtered() {
    return this.range !== null || this.chosen !== null;
  }

  accepts(row) {
    const at = this.at[row];
    if (this.range) return at >= this.range[0] && at <= this.range[1];
    return !this.chosen || this.chosen.has(Number.isNaN(at) ? -1 : at);
  }

  /** The place of a value along the axis, 0 at its beginning and 1 at its end. */
  share(value) {
    if (this.names) return (value + 0.5) / this.names.length;
    if (this.low === this.high) return 0.5;
    const scale = this.log ? Math.log : Number;
    return (scale(value) - scale(this.low)) / (scale(this.high) - scale(this.low));
  }

  /** The value at a place along the axis. */
  value(share) {
    if (this.names) return share * this.names.length - 0.5;
    if (!this.log) return this.low + share * (this.high - this.low);
    return this.low * (this.high / this.low) ** share;
  }

  /** Accept what lies between two places along the axis. */
  choose(first, last) {
    const [low, high] = [this.value(Math.min(first, last)), this.value(Math.max(first, last))];
    if (!this.names) {
      this.range = [low, high];
      return;
    }
    this.chosen = new Set();
    for (let k = Math.max(0, Math.ceil(low)); k <= high && k < this.names.length; k++) this.chosen.add(k);
    if (!this.chosen.size) this.chosen.add(Math.min(this.names.length - 1, Math.max(0, Math.round(low))));
  }

  text(row) {
    const at = this.at[row];
    if (Number.isNaN(at)) return "-";
    return this.names ? this.names[at] : written(at, 6);
  }

  /** The values that the axis marks, at most about `most`. */
  ticks(most) {
    if (this.names) {
      const step = Math.ceil(this.names.length / most);
      return this.names.map((_, k) => k).filter((k) => k % step === 0);
    }
    if (this.low > this.high) return [];
    if (this.few && this.few.length <= most) return this.few;
    return this.log ? this.#powers(most) : this.#steps(most);
  }

  tick(value) {
    return this.names ? this.names[value] : written(value, this.few ? 9 : 4);
  }

  #steps(most) {
    const rough = (this.high - this.low) / Math.max(2, Math.min(most, 6));
    const size = 10 ** Math.floor(Math.log10(rough));
    const step = [1, 2, 5, 10].map((k) => k * size).find((each) => each >= rough);
    const found = [];
    for (let k = Math.ceil(this.low / step); k * step <= this.high; k++) found.push(k * step);
    return found;
  }

  #powers(most) {
    const digits = this.high / this.low < 1000 ? [1, 2, 5] : [1];
    const found = [];
    for (let power = Math.floor(Math.log10(this.low)); 10 ** power <= this.high; power++) {
      for (const digit of digits) {
        const value = digit * 10 ** power;
        if (value >= this.low && value <= this.high) found.push(value);
      }
    }
    const step = Math.ceil(found.length / most);
    return found.filter((_, k) => k % step === 0);
  }
}
