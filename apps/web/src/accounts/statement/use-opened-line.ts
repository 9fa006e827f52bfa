import { useNavigate, useSearch } from '@tanstack/react-router';

/** The address holds the opened line, so that a link opens it and Back closes it. */
export function useOpenedLine(): { opened: string | undefined; open: (uid: string) => void; close: () => void } {
  const { line: opened }: { line?: string } = useSearch({ strict: false });
  const navigate = useNavigate();
  const show = (line: string | undefined) =>
    void navigate({
      to: '.',
      search: (before: object) => ({ ...before, line }),
      replace: line === undefined,
      resetScroll: false,
    });
  return { opened, open: (uid) => show(uid), close: () => show(undefined) };
}
