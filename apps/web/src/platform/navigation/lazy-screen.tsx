import { type ComponentType, lazy, type ReactElement, useMemo } from 'react';
import { IntlProvider, type Messages, useLocale, useMessages } from 'use-intl';
import { loadChunk } from '../../ui/chunk.ts';

export type LazyScreen = (() => ReactElement) & { preload: () => Promise<void> };

export function lazyScreen<Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
  words?: () => Promise<Partial<Messages>>,
): LazyScreen {
  const Screen = lazy(async () => {
    const [module, own] = await Promise.all([loadChunk(load()), words?.()]);
    const Page = module[name] as ComponentType;
    return { default: own ? withMessages(Page, own) : Page };
  });
  const preload = async () => {
    await Promise.all([loadChunk(load()), words?.()]);
  };
  return Object.assign(() => <Screen />, { preload });
}

function withMessages(Page: ComponentType, own: Partial<Messages>): ComponentType {
  return () => {
    const all = useMessages();
    const messages = useMemo(() => ({ ...all, ...own }), [all]);
    return (
      <IntlProvider locale={useLocale()} messages={messages}>
        <Page />
      </IntlProvider>
    );
  };
}
