// The taken points as YAML, for the file of an experiment.

class Snippet {
  static SHOWN = 200;

  constructor(element, explorer, fields, maxValues) {
    this.explorer = explorer;
    this.fields = fields;
    this.maxValues = maxValues;
    this.text = element.querySelector("pre");
    this.note = element.querySelector(".note");
    this.said = element.querySelector("[role=status]");
    this.buttons = element.querySelectorAll("button");
    const [copy, save] = this.buttons;
    copy.addEventListener("click", () => this.#copy());
    save.addEventListener("click", () => this.#save());
  }

  /** The YAML of the points of some rows. */
  yaml(rows) {
    const entries = rows.map((row) => {
      const given = this.fields.filter(({ at }) => at[row] >= 0);
      return `    - {${given.map(({ key, yaml, at }) => `${key}: ${yaml[at[row]]}`).join(", ")}}\n`;
    });
    return `sweep:\n  list:\n${entries.join("")}`;
  }

  draw() {
    const { selection } = this.explorer;
    const rows = selection.taken();
    const many = `${rows.length.toLocaleString("en")} ${rows.length === 1 ? "point" : "points"}`;
    const which = selection.picked.size ? "picked" : selection.filtered ? "of the rows that pass" : "of all rows";
    const notes = [`${many} ${which}.`];
    if (rows.length > Snippet.SHOWN) notes.push(`The first ${Snippet.SHOWN} are shown; copy and download have all.`);
    if (rows.length * (this.fields.length + 1) > this.maxValues) {
      notes.push(`They are too many for an experiment's file, of ${this.maxValues.toLocaleString("en")} values: filter more.`);
    }
    this.rows = rows;
    this.said.textContent = "";
    this.note.textContent = this.fields.length ? notes.join(" ") : "The experiment varies no field, and so has no points.";
    this.text.textContent = this.#empty ? "" : this.yaml(rows.slice(0, Snippet.SHOWN));
    this.text.hidden = this.#empty;
    for (const button of this.buttons) button.disabled = this.#empty;
  }

  get #empty() {
    return !this.rows.length || !this.fields.length;
  }

  async #copy() {
    const text = this.yaml(this.rows);
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      this.text.textContent = text; // the clipboard may be refused to a page of a file
      getSelection().selectAllChildren(this.text);
      this.said.textContent = document.execCommand("copy") ? "Copied." : "Selected: copy it by the keyboard.";
      return;
    }
    this.said.textContent = "Copied.";
  }

  #save() {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([this.yaml(this.rows)], { type: "text/yaml" }));
    link.download = "points.yaml";
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000); // the browser reads it a little later
    this.said.textContent = "Saved as points.yaml.";
  }
}
