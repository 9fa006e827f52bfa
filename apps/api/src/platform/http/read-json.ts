/** Reads the JSON of a partner. A `SyntaxError` quotes the text in its message, which would end in the log. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('the text is no JSON');
  }
}
