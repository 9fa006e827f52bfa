import { Lock } from 'lucide-react';
import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { type CardMessage, cardFormSandbox, readFrameMessage, themedFormUrl } from './card-frame.ts';

export type CardFormHandle = Readonly<{ submit: () => void }>;
export type CardHint = Readonly<{ text: string; isRefused: boolean }>;

type Props = {
  url: string;
  hint: CardHint | undefined;
  onMessage: (message: CardMessage) => void;
  onRetry: () => void;
  ref: Ref<CardFormHandle>;
};

const loadTimeoutMs = 10_000;
const firstHeight = 260;

/** Number, expiry and CVC are fields of the card processor in a frame of its own origin. Our page never sees them. */
export function CardForm({ url, hint, onMessage, onRetry, ref }: Props) {
  const t = useTranslations('deposit.cardForm');
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState(firstHeight);
  const [isReady, setReady] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const [source] = useState(() => themedFormUrl(url, document.documentElement));
  const { origin } = new URL(url);
  const tell = (message: object) => frame.current?.contentWindow?.postMessage(message, origin);

  const hear = useEffectEvent((event: MessageEvent) => {
    const message = readFrameMessage(event, { origin, window: frame.current?.contentWindow });
    if (message?.type === 'height') setHeight(message.height);
    else if (message?.type === 'ready') setReady(true);
    else if (message) onMessage(message);
  });
  useEffect(() => {
    const listen = (event: MessageEvent) => hear(event);
    addEventListener('message', listen);
    return () => removeEventListener('message', listen);
  }, []);
  useEffect(() => {
    if (isReady) return;
    const timer = setTimeout(() => setFailed(true), loadTimeoutMs);
    return () => clearTimeout(timer);
  }, [isReady]);
  const { text = '', isRefused = false } = hint ?? {};
  const tellHint = useEffectEvent(() => tell({ type: 'hint', text, isRefused }));
  useEffect(() => {
    if (isReady && text) tellHint();
  }, [isReady, text]);
  useImperativeHandle(ref, () => ({ submit: () => tell({ type: 'submit' }) }));

  if (hasFailed && !isReady) return <ErrorState title={t('failed')} text={t('failedText')} onRetry={onRetry} />;
  return (
    <div className="grid gap-3">
      <iframe
        ref={frame}
        src={source}
        sandbox={cardFormSandbox}
        title={t('title')}
        style={{ height }}
        className={`-mx-1 w-[calc(100%+0.5rem)] border-0 bg-transparent ${isReady ? '' : 'animate-pulse rounded-control bg-sunken'}`}
      />
      <p className="flex items-start gap-2 text-small text-text-muted">
        <Lock size={16} className="mt-0.5 shrink-0" />
        {t('private')}
      </p>
    </div>
  );
}
