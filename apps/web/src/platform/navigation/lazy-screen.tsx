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

/** A part of a screen that is rarely needed, loaded with its texts when it is first drawn. */
export const lazyPart = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  words: () => Promise<Partial<Messages>>,
) =>
  lazy(async () => {
    const [Part, own] = await Promise.all([loadChunk(load()), words()]);
    return { default: withMessages(Part, own) };
  });

function withMessages<Props extends object>(Page: ComponentType<Props>, own: Partial<Messages>): ComponentType<Props> {
  return (props) => {
    const all = useMessages();
    const messages = useMemo(() => ({ ...all, ...own }), [all]);
    return (
      <IntlProvider locale={useLocale()} messages={messages}>
        <Page {...props} />
      </IntlProvider>
    );
  };
}
