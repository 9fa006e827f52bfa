/** The query of an address as plain texts, so that `?bankholderid=104882` reads as the specification writes it. */
export const parseSearch = (query: string): Record<string, string> => Object.fromEntries(new URLSearchParams(query));

/** The other way; what is empty is left out. */
export function stringifySearch(search: Record<string, unknown>): string {
  const entries = Object.entries(search).filter(([, value]) => value !== undefined && value !== '');
  const query = new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString();
  return query && `?${query}`;
}

/** An address within the app, such as the server sends it, in the two parts that a link takes. */
export function linkTo(address: string): { to: string; search: Record<string, string> } {
  const [to = '/', query = ''] = address.split('?');
  return { to, search: parseSearch(query) };
}
