import { useSyncExternalStore } from 'react';

/** Narrower than `md` of the styles. */
const narrow = matchMedia('(width < 48rem)');

const subscribe = (onChange: () => void) => {
  narrow.addEventListener('change', onChange);
  return () => narrow.removeEventListener('change', onChange);
};

/** True on phones, where rows of tables are cards. */
export const useIsNarrow = (): boolean => useSyncExternalStore(subscribe, () => narrow.matches);
