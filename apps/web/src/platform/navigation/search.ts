export const parseSearch = (query: string): Record<string, string> => Object.fromEntries(new URLSearchParams(query));

export function stringifySearch(search: Record<string, unknown>): string {
  const entries = Object.entries(search).filter(([, value]) => value !== undefined && value !== '');
  const query = new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString();
  return query && `?${query}`;
}

export function linkTo(address: string): { to: string; search: Record<string, string> } {
  const [to = '/', query = ''] = address.split('?');
  return { to, search: parseSearch(query) };
}
