/** Interpreters that are called by name and version: `python3.12`, `ruby3.2`. */
export const versioned = /^(python|pypy|ruby|perl|php|lua|node)\d*(?:\.\d+)*[mt]?$/
