import { useSyncExternalStore } from 'react';

export type Store<State> = Readonly<{
  get: () => State;
  set: (state: State) => void;
  subscribe: (listener: () => void) => () => void;
}>;

export function createStore<State>(first: State): Store<State> {
  let state = first;
  const listeners = new Set<() => void>();
  return {
    get: () => state,
    set: (next) => {
      state = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export const useStore = <State>(store: Store<State>): State => useSyncExternalStore(store.subscribe, store.get);
