for (const head of document.querySelectorAll("table.sortable th")) {
  head.tabIndex = 0;
  const sort = () => {
    const table = head.closest("table"), body = table.tBodies[0], column = head.cellIndex;
    const down = head.getAttribute("aria-sort") === "ascending";
    for (const other of table.querySelectorAll("th")) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", down ? "descending" : "ascending");
    const key = (row) => row.cells[column].dataset.v ?? "";
    const rows = [...body.rows].map((row, place) => [key(row), row.cells[column].textContent, place, row]);
    rows.sort(([a, s, i], [b, t, j]) => {
      const way = a !== "" && b !== "" ? a - b : s.localeCompare(t);
      return (down ? -way : way) || i - j;
    });
    body.append(...rows.map((row) => row[3]));
  };
  head.addEventListener("click", sort);
  head.addEventListener("keydown", (event) => { if (event.key === "Enter") sort(); });
}
