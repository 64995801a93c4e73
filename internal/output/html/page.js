// Without this script the page is a plain list; with it the list can be filtered.
"use strict";
(() => {
	const form = document.getElementById("filter");
	const findings = [...document.querySelectorAll("article.finding")];
	const handlers = [...document.querySelectorAll("article.handler")];
	const said = form.querySelector("output");

	const value = name => form.elements[name].value;
	const reads = (article, words) => words.every(word => article.dataset.search.includes(word));
	const inPackage = article => !value("package") || article.dataset.package === value("package");

	function show() {
		const words = value("text").toLowerCase().split(/\s+/).filter(Boolean);
		const graded = value("severity") || value("rule");
		const shown = new Set();
		for (const f of findings) {
			f.hidden = !(reads(f, words) && inPackage(f) &&
				(!value("severity") || f.dataset.severity === value("severity")) &&
				(!value("rule") || f.dataset.rule === value("rule")));
			if (!f.hidden) shown.add("#" + f.id);
		}
		let seen = 0;
		for (const h of handlers) {
			const own = h.dataset.findings.split(" ").filter(Boolean);
			const found = own.some(ref => shown.has(ref));
			h.hidden = !(graded ? found : found || reads(h, words) && inPackage(h));
			if (!h.hidden) seen++;
			const row = document.querySelector(`tr[data-of="${h.id}"]`);
			if (row) row.hidden = h.hidden;
		}
		said.value = `${shown.size} of ${findings.length} findings, ${seen} of ${handlers.length} handlers`;
	}

	// A link leads to what the filter hides, or to what is folded.
	function reveal() {
		const id = decodeURIComponent(location.hash.slice(1));
		const to = id && document.getElementById(id);
		if (!to) return;
		if (to.closest("[hidden]")) {
			form.reset();
			show();
		}
		for (let d = to.closest("details"); d; d = d.parentElement.closest("details")) d.open = true;
		to.scrollIntoView();
	}

	form.hidden = false;
	form.addEventListener("input", show);
	form.addEventListener("reset", () => setTimeout(show));
	form.addEventListener("submit", event => event.preventDefault());
	addEventListener("hashchange", reveal);
	let folded = [];
	addEventListener("beforeprint", () => {
		folded = [...document.querySelectorAll("article details:not([open])")];
		for (const d of folded) d.open = true;
	});
	addEventListener("afterprint", () => {
		for (const d of folded) d.open = false;
	});
	show();
	reveal();
})();
