import type { PasskeyView } from '@larkmere/contract/identity/second-factor';
import { KeyRound } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/Button.tsx';
import { useDateTimeTexts } from '../../ui/use-date-time-texts.ts';

type Choose = (passkey: PasskeyView) => void;
/** Without `onRemove`, none can be removed. */
type Props = { passkeys: readonly PasskeyView[]; onRename: Choose; onRemove: Choose | undefined };

export function PasskeyList({ passkeys, onRename, onRemove }: Props) {
  const t = useTranslations('secondFactor.passkeys');
  return (
    <ul>
      {passkeys.map((passkey) => (
        <li key={passkey.uid} className="flex flex-wrap items-center gap-3 border-t border-line px-5 py-4">
          <PasskeyDetails passkey={passkey} />
          <div className="flex shrink-0">
            <Button kind="quiet" aria-label={t('renameOf', { name: passkey.name })} onClick={() => onRename(passkey)}>
              {t('rename')}
            </Button>
            {onRemove && (
              <Button kind="quiet" aria-label={t('removeOf', { name: passkey.name })} onClick={() => onRemove(passkey)}>
                {t('remove')}
              </Button>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}

function PasskeyDetails({ passkey: { name, addedAt, lastUsedAt } }: { passkey: PasskeyView }) {
  const t = useTranslations('secondFactor.passkeys');
  const { at } = useDateTimeTexts();
  return (
    <div className="flex min-w-48 flex-1 items-center gap-3">
      <KeyRound aria-hidden size={20} className="shrink-0 text-text-muted" />
      <div className="min-w-0">
        <h3 className="font-semibold wrap-anywhere">{name}</h3>
        <p className="text-small text-text-muted">
          {t('added', { day: at(addedAt) })}
          {lastUsedAt && ` · ${t('used', { day: at(lastUsedAt) })}`}
        </p>
      </div>
    </div>
  );
}
