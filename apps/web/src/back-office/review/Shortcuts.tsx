import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { singleKeys, useSingleKeys } from '../parts/parts.ts';
import { usePageKeys } from './use-page-keys.ts';

type Props = { keys: readonly (readonly [key: string, does: string])[] };

/** The keys of a page, by `?` or the button, with the switch that turns single keys off. */
export function Shortcuts({ keys }: Props) {
  const t = useTranslations('manageReview.keys');
  const [isOpen, setOpen] = useState(false);
  const areOn = useSingleKeys();
  usePageKeys({ '?': () => setOpen(true) });
  return (
    <>
      <LinkButton className="hidden lg:inline-flex lg:items-center lg:gap-1.5" onClick={() => setOpen(true)}>
        <Key name="?" /> {t('open')}
      </LinkButton>
      {isOpen && (
        <Dialog
          title={t('title')}
          onClose={() => setOpen(false)}
          actions={
            <Button kind="secondary" onClick={() => setOpen(false)}>
              {t('close')}
            </Button>
          }
        >
          <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-2">
            {keys.map(([key, does]) => (
              <div key={key} className="contents">
                <dt>
                  <Key name={key} />
                </dt>
                <dd>{does}</dd>
              </div>
            ))}
          </dl>
          <div className="mt-4 border-t border-line pt-2">
            <Switch label={t('on')} note={t('onNote')} isOn={areOn} onChange={singleKeys.turn} />
          </div>
        </Dialog>
      )}
    </>
  );
}

const Key = ({ name }: { name: string }) => (
  <kbd className="inline-grid min-w-6 place-items-center rounded-small border border-line-strong px-1.5 font-sans text-caption">
    {name}
  </kbd>
);

/** The key on a button, on large screens while single keys work. */
export function KeyHint({ name }: { name: string }) {
  const areOn = useSingleKeys();
  if (!areOn) return null;
  return (
    <kbd
      aria-hidden
      className="hidden min-w-5 place-items-center rounded-small border border-current/50 px-1 font-sans text-caption leading-4.5 font-normal lg:inline-grid"
    >
      {name}
    </kbd>
  );
}
