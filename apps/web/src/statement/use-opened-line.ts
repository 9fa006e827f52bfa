import { useNavigate, useSearch } from '@tanstack/react-router';

/** The line whose details are open stands in the address, so that a link shows it and Back closes it. */
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
