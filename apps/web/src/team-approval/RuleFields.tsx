import type { RuleTerms } from '@larkmere/contract/team-approval';
import { currencies } from '@larkmere/money/money';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { AmountInput } from '../ui/AmountInput.tsx';
import { Checkbox } from '../ui/Checkbox.tsx';
import { Segmented } from '../ui/Segmented.tsx';
import { SelectField } from '../ui/SelectField.tsx';
import type { TeamRules } from './team-approval.api.ts';
import { useEither } from './use-request-words.ts';

type People = TeamRules['people'];
type Role = RuleTerms['approverRoles'][number];
type Props = {
  terms: RuleTerms;
  change: (some: Partial<RuleTerms>) => void;
  people: People;
  fault: string | undefined;
};

const expiries = [1, 3, 7, 14, 30];

export function RuleFields({ terms, change, people, fault }: Props) {
  const t = useTranslations('teamApproval.form');
  const { scope, minAmount, currency, approvers, expiresDays } = terms;
  return (
    <div className="grid gap-5">
      <Choice label={t('scope')}>
        <Segmented
          label={t('scope')}
          value={scope}
          onChange={(next) => change({ scope: next })}
          options={(['payment', 'payee', 'fx'] as const).map((value) => ({ value, label: t(`scopes.${value}`) }))}
        />
      </Choice>
      <MadeBy terms={terms} change={change} people={people} />
      {scope !== 'payee' && (
        <div className="grid items-start gap-5 sm:grid-cols-[minmax(0,1fr)_8rem]">
          <AmountInput
            label={t('from')}
            hint={t(`fromHint.${scope}`)}
            currency={currency}
            value={minAmount}
            onChange={(next) => change({ minAmount: next })}
            error={fault}
          />
          <SelectField
            label={t('currency')}
            value={currency}
            onChange={({ target }) => change({ currency: currencies.find((each) => each === target.value) ?? 'GBP' })}
            options={currencies.map((value) => ({ value, label: value }))}
          />
        </div>
      )}
      <Choice label={t('approvers')}>
        <Segmented
          label={t('approvers')}
          value={String(approvers)}
          onChange={(next) => change({ approvers: Number(next) })}
          options={['1', '2', '3'].map((value) => ({ value, label: value }))}
        />
      </Choice>
      <Roles terms={terms} change={change} people={people} />
      <SelectField
        label={t('expires')}
        value={String(expiresDays)}
        onChange={({ target }) => change({ expiresDays: Number(target.value) })}
        options={expiries.map((days) => ({ value: String(days), label: t('days', { days }) }))}
      />
    </div>
  );
}

const Choice = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="grid gap-1.5">
    <span aria-hidden className="font-semibold">
      {label}
    </span>
    {children}
  </div>
);

type Part = Omit<Props, 'fault'>;

function MadeBy({ terms: { scope, appliesTo }, change, people }: Part) {
  const t = useTranslations('teamApproval');
  const makers = people.filter(({ mayMake }) => mayMake.includes(scope));
  const value = appliesTo.to === 'all' ? 'all' : appliesTo.to === 'role' ? appliesTo.role : appliesTo.uid;
  const choose = (next: string) => {
    const maker = makers.find(({ uid }) => uid === next);
    if (maker) return change({ appliesTo: { to: 'person', uid: maker.uid } });
    change({ appliesTo: next === 'all' ? { to: 'all' } : { to: 'role', role: next as Role } });
  };
  return (
    <SelectField
      label={t('form.of')}
      value={value}
      onChange={({ target }) => choose(target.value)}
      options={[
        { value: 'all', label: t('form.ofAll') },
        ...rolesOf(makers).map((role) => ({ value: role, label: t('form.ofRole', { role: t(`role.${role}`) }) })),
        ...makers.map(({ uid, name }) => ({ value: uid, label: name })),
      ]}
    />
  );
}

function Roles({ terms: { scope, approverRoles }, change, people }: Part) {
  const t = useTranslations('teamApproval');
  const either = useEither();
  const able = people.filter(({ mayApprove }) => mayApprove.includes(scope));
  const counted = able.filter(({ role }) => approverRoles.length === 0 || approverRoles.includes(role as Role));
  const tick = (role: Role, isOn: boolean) =>
    change({ approverRoles: isOn ? [...approverRoles, role] : approverRoles.filter((each) => each !== role) });
  return (
    <fieldset className="grid gap-1">
      <legend className="font-semibold">{t('form.roles')}</legend>
      <p className="text-small text-text-muted">{t('form.rolesHint')}</p>
      <div className="flex flex-wrap gap-x-6">
        {rolesOf(able).map((role) => (
          <Checkbox
            key={role}
            checked={approverRoles.includes(role)}
            onChange={({ target }) => tick(role, target.checked)}
          >
            {t(`role.${role}`)}
          </Checkbox>
        ))}
      </div>
      <p role="status" className="text-small text-text-muted">
        {counted.length > 0 ? t('form.can', { names: either(counted.map(({ name }) => name)) }) : t('form.nobody')}
      </p>
    </fieldset>
  );
}

const rolesOf = (people: People): Role[] => [...new Set(people.map(({ role }) => role as Role))];
