import { useSyncExternalStore } from 'react';

const name = 'staff-single-keys';
const listeners = new Set<() => void>();

const subscribe = (onChange: () => void) => {
  listeners.add(onChange);
  return () => listeners.delete(onChange);
};

/** Whether a letter alone is a command. People who dictate or type with a stick turn it off (WCAG 2.1.4). */
export const singleKeys = {
  areOn: (): boolean => localStorage.getItem(name) !== 'off',
  turn: (isOn: boolean): void => {
    localStorage.setItem(name, isOn ? 'on' : 'off');
    for (const onChange of listeners) onChange();
  },
};

export const useSingleKeys = (): boolean => useSyncExternalStore(subscribe, singleKeys.areOn);
