import { type ComponentType, lazy, type ReactElement } from 'react';

/** A screen whose code comes when it is needed, and can be fetched ahead. */
export type LazyScreen = (() => ReactElement) & { preload: () => Promise<void> };

export function lazyScreen<Module, Name extends keyof Module>(load: () => Promise<Module>, name: Name): LazyScreen {
  const Screen = lazy(async () => ({ default: (await load())[name] as ComponentType }));
  const preload = async () => {
    await load();
  };
  return Object.assign(() => <Screen />, { preload });
}

/** Whether a page could not be shown because its file is gone: a newer version of the app has replaced it. */
export const isMissingChunk = (error: unknown): boolean =>
  error instanceof Error && /dynamically imported module|importing a module script|preload css/i.test(error.message);
