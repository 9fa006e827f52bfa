/** The proxy of `npm run dev` names the path of a call that failed, which can hold a token. */
export const withoutPath = (line: string): string => line.replace(/(proxy error:) \/[\w\-./?=&%~#+]*/g, '$1');
