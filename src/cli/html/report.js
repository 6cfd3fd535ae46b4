"use strict";
// Tabs, the button that opens all messages, and the cursor of the register map. Without this script all is shown.
(() => {
  document.documentElement.classList.add("script");

  const select = (tab, isFocused) => {
    for (const other of tab.parentElement.children) {
      const isSelected = other === tab;
      other.setAttribute("aria-selected", String(isSelected));
      other.tabIndex = isSelected ? 0 : -1;
      document.getElementById(other.getAttribute("aria-controls")).hidden = !isSelected;
    }
    if (isFocused) tab.focus();
  };

  for (const list of document.querySelectorAll("[role=tablist]")) {
    const tabs = [...list.children];
    select(tabs[0], false);
    list.addEventListener("click", (event) => {
      const tab = event.target.closest("[role=tab]");
      if (tab) select(tab, true);
    });
    list.addEventListener("keydown", (event) => {
      const at = tabs.indexOf(document.activeElement);
      const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
      if (at < 0 || to === undefined) return;
      event.preventDefault();
      select(tabs[(to + tabs.length) % tabs.length], true);
    });
  }

  for (const button of document.querySelectorAll("button.toggle")) {
    button.addEventListener("click", () => {
      const isOpen = button.getAttribute("aria-pressed") !== "true";
      button.setAttribute("aria-pressed", String(isOpen));
      button.textContent = isOpen ? "Close all messages" : "Open all messages";
      for (const message of button.closest(".panel").querySelectorAll("details.message")) message.open = isOpen;
    });
  }

  const ROW = 18, COLUMN = 10, PAGE = 20, SIDE = 390, HEAD = 24;

  class RegisterMap {
    constructor(element) {
      this.element = element;
      this.rows = [...element.querySelectorAll(".instructions li")];
      this.columns = Number(element.dataset.columns);
      this.cursor = element.querySelector(".cursor");
      this.readout = document.getElementById(element.dataset.id + "-readout");
      this.bands = [...element.querySelectorAll(".band")].map((shape) => {
        const [first, columns, row, rows] = ["first", "columns", "row", "rows"].map((name) => Number(shape.dataset[name]));
        return { shape, first, columns, row, rows, name: shape.dataset.name, meaning: shape.dataset.meaning };
      });
      this.row = 0;
      this.column = 0;
      element.addEventListener("keydown", (event) => this.key(event));
      element.addEventListener("click", (event) => this.point(event));
    }

    key(event) {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      const steps = {
        ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1], PageUp: [-PAGE, 0], PageDown: [PAGE, 0],
        Home: [-this.rows.length, 0], End: [this.rows.length, 0],
      };
      const step = steps[event.key];
      if (!step) return;
      event.preventDefault();
      this.move(this.row + step[0], this.column + step[1]);
    }

    point(event) {
      const bands = this.element.querySelector("svg.bands").getBoundingClientRect();
      const item = event.target.closest(".instructions li");
      if (item) return this.move(this.rows.indexOf(item), this.column);
      if (event.clientX < bands.left || event.clientY < bands.top) return;
      this.move(Math.floor((event.clientY - bands.top) / ROW), Math.floor((event.clientX - bands.left) / COLUMN));
    }

    move(row, column) {
      if (this.rows.length === 0) return;
      const clamp = (value, most) => Math.min(Math.max(value, 0), most - 1);
      this.rows[this.row].classList.remove("current");
      for (const band of this.bands) band.shape.classList.remove("current");
      this.row = clamp(row, this.rows.length);
      this.column = clamp(column, this.columns);
      this.rows[this.row].classList.add("current");
      this.element.classList.add("moved");
      this.cursor.setAttribute("x", this.column * COLUMN);
      this.cursor.setAttribute("y", this.row * ROW);
      const here = this.bands.filter((band) =>
        band.row <= this.row && this.row < band.row + band.rows && band.first <= this.column && this.column < band.first + band.columns);
      for (const band of here) band.shape.classList.add("current");
      const last = (band) => band.row + band.rows - 1;
      const said = here.map((band) => {
        const kind = band.shape.classList[1];
        const registers = band.columns === 1 ? `r${band.first}` : `r${band.first} to r${band.first + band.columns - 1}`;
        return `${band.name}${band.meaning ? ` (${band.meaning})` : ""}, ${kind}, ${registers}, instructions ${band.row} to ${last(band)}`;
      });
      const text = this.rows[this.row].querySelector("code").textContent;
      this.readout.textContent = `r${this.column} at instruction ${this.row}: ${said.length ? said.join("; ") : "free"}. ${text}`;
      this.show();
    }

    show() {
      const { element, row, column } = this;
      const top = row * ROW, left = column * COLUMN + SIDE + 70;
      if (top < element.scrollTop) element.scrollTop = top;
      if (top + ROW + HEAD > element.scrollTop + element.clientHeight) element.scrollTop = top + ROW + HEAD - element.clientHeight;
      if (left - SIDE < element.scrollLeft) element.scrollLeft = left - SIDE - 70;
      if (left + COLUMN > element.scrollLeft + element.clientWidth) element.scrollLeft = left + 2 * COLUMN - element.clientWidth;
    }
  }

  const maps = new Map([...document.querySelectorAll(".map")].map((element) => [element.dataset.id, new RegisterMap(element)]));

  // A link to a message opens it.
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a.message-link");
    const message = link && document.getElementById(link.hash.slice(1));
    if (!message) return;
    event.preventDefault();
    message.open = true;
    message.querySelector("summary").focus();
    message.scrollIntoView({ block: "center" });
  });

  // A link to an instruction opens the tab with the register map, and moves the cursor there.
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a.row");
    const found = link && link.hash.match(/^#(.+)-r(\d+)$/);
    const map = found && maps.get(found[1]);
    if (!map) return;
    event.preventDefault();
    select(document.getElementById(map.element.closest(".panel").getAttribute("aria-labelledby")), false);
    map.element.focus();
    map.move(Number(found[2]), Number(link.dataset.register));
    map.element.scrollIntoView({ block: "nearest" });
  });
})();
