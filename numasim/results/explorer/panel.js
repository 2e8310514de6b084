// The fields below the plots: a card per column, with its axis, its scale and its filter.

class Panel {
  static MOST_NAMES = 60; // of more names, the axis is the filter

  constructor(element, explorer) {
    this.explorer = explorer;
    this.cards = explorer.columns.map((column, place) => this.#card(column, place));
    element.replaceChildren(...this.cards.map((card) => card.element));
  }

  /** Show the filters as they are. */
  draw() {
    for (const { column, element, ends, names, log } of this.cards) {
      element.classList.toggle("filtered", column.filtered);
      if (log) log.checked = column.log;
      ends?.forEach((input, k) => {
        if (document.activeElement !== input) input.value = column.range ? Number(column.range[k].toPrecision(7)) : "";
      });
      names?.forEach(([value, box]) => (box.checked = column.chosen?.has(value) ?? false));
    }
  }

  #card(column, place) {
    const element = document.createElement("fieldset");
    const legend = element.appendChild(document.createElement("legend"));
    legend.textContent = column.label;
    legend.title = column.hint;
    const shown = this.#box(element, "axis", column.shown, (checked) => {
      column.shown = checked;
      this.explorer.moved();
    });
    shown.id = `shown${place}`;
    if (column.names) return { column, element, names: this.#names(element, column) };
    const log = this.#box(element, "log scale", column.log, (checked) => this.explorer.scale(column, checked));
    log.disabled = !column.canLog;
    return { column, element, log, ends: this.#ends(element, column) };
  }

  #box(element, text, checked, change) {
    const label = element.appendChild(document.createElement("label"));
    const box = label.appendChild(document.createElement("input"));
    box.type = "checkbox";
    box.checked = checked;
    box.addEventListener("change", () => change(box.checked));
    label.append(` ${text}`);
    return box;
  }

  #ends(element, column) {
    const line = element.appendChild(document.createElement("div"));
    line.className = "ends";
    const inputs = [["from", column.low], ["to", column.high]].map(([text, end]) => {
      const label = line.appendChild(document.createElement("label"));
      label.append(`${text} `);
      const input = label.appendChild(document.createElement("input"));
      input.type = "number";
      input.step = "any";
      input.placeholder = Number.isFinite(end) ? Number(end.toPrecision(9)) : "";
      return input;
    });
    for (const input of inputs) {
      input.addEventListener("input", () => {
        const [low, high] = inputs.map(({ value }) => (value === "" ? NaN : Number(value)));
        const open = Number.isNaN(low) && Number.isNaN(high);
        column.range = open ? null : [Number.isNaN(low) ? -Infinity : low, Number.isNaN(high) ? Infinity : high];
        this.explorer.filtered();
      });
    }
    return inputs;
  }

  #names(element, column) {
    if (column.names.length > Panel.MOST_NAMES) {
      const note = element.appendChild(document.createElement("p"));
      note.className = "note";
      note.textContent = `${column.names.length.toLocaleString("en")} names: drag along the axis.`;
      return [];
    }
    const list = element.appendChild(document.createElement("div"));
    list.className = "names";
    const values = column.names.map((name, k) => [k, name]);
    if (column.missing) values.push([-1, "no value"]);
    return values.map(([value, name]) => [
      value,
      this.#box(list, name, false, (checked) => {
        column.chosen ??= new Set();
        if (checked) column.chosen.add(value);
        else column.chosen.delete(value);
        if (!column.chosen.size) column.chosen = null;
        this.explorer.filtered();
      }),
    ]);
  }
}
