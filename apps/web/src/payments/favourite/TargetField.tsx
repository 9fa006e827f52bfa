import { useTranslations } from 'use-intl';
import { SelectField } from '../../ui/SelectField.tsx';
import type { Targets } from './use-favourite-target.ts';

type Props = {
  targets: Targets;
  value: string;
  onChange: (target: string) => void;
  /** False for a target that is no longer among those that can be paid. */
  isKnown: boolean;
  error: string | undefined;
};

export function TargetField({ targets: { members, payees }, value, onChange, isKnown, error }: Props) {
  const t = useTranslations('favourite.form');
  return (
    <SelectField
      id="favourite-target"
      label={t('target')}
      value={isKnown ? value : ''}
      error={error}
      hint={value && !isKnown ? t('missingPayee') : undefined}
      onChange={(event) => onChange(event.target.value)}
      options={[
        { value: '', label: t('choose') },
        ...members.map(({ transferUid, name }) => ({ value: `member:${transferUid}`, label: name })),
        ...payees.map(({ uid, name, nickname, summary }) => ({
          value: `payee:${uid}`,
          label: `${nickname ?? name} · ${summary}`,
        })),
      ]}
    />
  );
}
