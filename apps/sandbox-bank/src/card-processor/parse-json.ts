/** Undefined for anything that is not JSON. */
export function parseJson(body: unknown): unknown {
  try {
    return JSON.parse(typeof body === 'string' ? body : '');
  } catch {
    return undefined;
  }
}
