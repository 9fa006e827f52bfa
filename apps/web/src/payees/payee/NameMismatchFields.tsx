import { nameMismatchReasonLength } from '@larkmere/contract/payees/name-mismatch';
import { useTranslations } from 'use-intl';
import { Countdown } from '../../ui/Countdown.tsx';
import { Field } from '../../ui/Field.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import type { NameMismatch as Doubted } from './use-name-mismatch.ts';

export function NameMismatchFields({ doubt }: { doubt: Doubted }) {
  const t = useTranslations('payeePage.form');
  return (
    <div className="grid gap-3 text-text">
      <Field
        label={t('reason')}
        hint={t('reasonHint')}
        error={doubt.isMissing ? t('reasonMissing', { least: String(nameMismatchReasonLength.least) }) : undefined}
      >
        <TextInput
          autoComplete="off"
          maxLength={nameMismatchReasonLength.most}
          value={doubt.reason}
          onChange={(event) => doubt.write(event.target.value)}
        />
      </Field>
      {!doubt.isOver && doubt.until !== undefined && (
        <p>
          {t.rich('wait', { left: () => <Countdown until={doubt.until ?? 0} onEnd={doubt.end} announceAt={[10]} /> })}
        </p>
      )}
    </div>
  );
}
