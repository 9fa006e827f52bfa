import { useSyncExternalStore } from 'react';

/** Narrower than `md` of the styles. */
const narrowQuery = '(width < 48rem)';

const subscribe = (onChange: () => void) => {
  const narrow = matchMedia(narrowQuery);
  narrow.addEventListener('change', onChange);
  return () => narrow.removeEventListener('change', onChange);
};

/** True on phones, where rows of tables are cards. */
export const useIsNarrow = (): boolean => useSyncExternalStore(subscribe, () => matchMedia(narrowQuery).matches);
