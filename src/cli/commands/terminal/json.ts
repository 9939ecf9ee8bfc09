/** JSON without the characters that a terminal obeys: JSON itself escapes only some of them. */
export const json = (value: unknown, indent?: number): string =>
  JSON.stringify(value, undefined, indent).replace(
    /[\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]|\udb40[\udc00-\udc7f]/g,
    found => Array.from({ length: found.length }, (_, at) => `\\u${found.charCodeAt(at).toString(16).padStart(4, '0')}`).join(''),
  )
