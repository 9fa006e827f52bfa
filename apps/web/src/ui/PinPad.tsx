import { Delete } from 'lucide-react';
import { type ReactNode, type Ref, useId } from 'react';
import { useTranslations } from 'use-intl';
import { buttonClass } from './button-class.ts';

const positions = [0, 1, 2, 3];

type Props = {
  value: string;
  onChange: (value: string) => void;
  onComplete: (pin: string) => void;
  tone?: 'idle' | 'wrong' | 'right';
  message?: ReactNode;
  busy?: boolean;
  /** The PIN state is not known yet: digits are accepted, but `onComplete` is not called. */
  waiting?: boolean;
  onForgot?: (() => void) | undefined;
  inputRef?: Ref<HTMLInputElement>;
};

const dots = {
  idle: { full: 'border-brand bg-brand', empty: 'border-line-strong' },
  wrong: { full: 'border-danger bg-danger', empty: 'border-danger' },
  right: { full: 'border-success bg-success', empty: 'border-success' },
};

export function PinPad(props: Props) {
  const {
    value,
    onChange,
    onComplete,
    tone = 'idle',
    message,
    busy = false,
    waiting = false,
    onForgot,
    inputRef,
  } = props;
  const t = useTranslations('ui.pin');
  const messageId = useId();

  const accept = (text: string) => {
    if (busy || tone !== 'idle') return;
    const digits = text.replace(/\D/g, '').slice(0, positions.length);
    onChange(digits);
    if (digits.length === positions.length && !waiting) onComplete(digits);
  };
  const key = (digit: string) => (
    <Key key={digit} label={digit} inert={busy} onPress={() => accept(value + digit)}>
      {digit}
    </Key>
  );
  return (
    <div className="mx-auto w-full max-w-[392px]">
      <div className="relative mx-auto w-fit rounded-[14px] px-4 py-3 has-focus-visible:outline-3 has-focus-visible:outline-focus">
        <div
          aria-hidden
          className={`flex gap-4 ${tone === 'wrong' ? 'animate-shake' : ''} ${waiting ? 'shimmer' : ''}`}
        >
          {positions.map((place) => (
            <span
              key={place}
              className={`size-4 rounded-full border-2 transition-colors ${place < value.length ? dots[tone].full : dots[tone].empty}`}
            />
          ))}
        </div>
        <input
          ref={inputRef}
          type="password"
          inputMode="numeric"
          autoComplete="off"
          aria-label={t('label')}
          aria-describedby={messageId}
          value={value}
          onChange={(event) => accept(event.target.value)}
          className="absolute inset-0 size-full cursor-text opacity-0"
        />
        <span role="status" className="sr-only">
          {t('progress', { count: value.length })}
        </span>
      </div>
      <p
        id={messageId}
        role="alert"
        className={`flex min-h-10 items-center justify-center text-center text-small font-medium ${tone === 'right' ? 'text-success' : 'text-danger'}`}
      >
        {message}
      </p>
      <div className="grid grid-cols-3 gap-2.5">
        {['1', '2', '3', '4', '5', '6', '7', '8', '9'].map(key)}
        <span />
        {key('0')}
        <Key label={t('delete')} inert={busy} onPress={() => accept(value.slice(0, -1))}>
          <Delete size={26} />
        </Key>
      </div>
      {onForgot && (
        <p className="mt-4 text-center">
          <button type="button" onClick={onForgot} className={buttonClass('quiet')}>
            {t('forgot')}
          </button>
        </p>
      )}
    </div>
  );
}

type KeyProps = { label: string; inert: boolean; onPress: () => void; children: ReactNode };

const Key = ({ label, inert, onPress, children }: KeyProps) => (
  <button
    type="button"
    aria-label={label}
    aria-disabled={inert || undefined}
    onClick={onPress}
    className="grid h-14 place-items-center rounded-card bg-sunken text-[1.375rem] font-semibold transition-colors hover:bg-brand-soft active:bg-line aria-disabled:opacity-60"
  >
    {children}
  </button>
);
