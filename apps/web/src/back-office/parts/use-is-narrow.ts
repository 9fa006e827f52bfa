import { useSyncExternalStore } from 'react';

/** Narrower than `md` of the styles. */
const narrowQuery = '(width < 48rem)';

let shown: boolean | undefined;
let readers = 0;

/**
 * While a dialog is open the layout stays, because the dialog may stand in a row of a table: with another layout the row
 * would be drawn anew, and the dialog would close with what is typed in it.
 */
function readNarrow(): boolean {
  const isHeld = shown !== undefined && readers > 0 && document.querySelector('[data-sheet]') !== null;
  if (!isHeld) shown = matchMedia(narrowQuery).matches;
  return shown ?? false;
}

function subscribe(onChange: () => void): () => void {
  readers += 1;
  const narrow = matchMedia(narrowQuery);
  narrow.addEventListener('change', onChange);
  // Dialogs are children of the body.
  const dialogs = new MutationObserver(onChange);
  dialogs.observe(document.body, { childList: true });
  return () => {
    readers -= 1;
    narrow.removeEventListener('change', onChange);
    dialogs.disconnect();
  };
}

/** True on phones, where rows of tables are cards. */
export const useIsNarrow = (): boolean => useSyncExternalStore(subscribe, readNarrow);
