/** In a page no program can be asked; a rule with `check` gives no answer there. */
export const runCheck = async () => ({ ok: false, detail: 'a page can run no program' }) as const
