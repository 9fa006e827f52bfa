const maxRecent = 5;

/** The newest first, each once, whatever its letter case. */
export const withSearch = (recent: readonly string[], text: string): string[] => {
  const typed = text.trim();
  if (typed.length < 2) return [...recent];
  return [typed, ...recent.filter((each) => each.toLowerCase() !== typed.toLowerCase())].slice(0, maxRecent);
};
