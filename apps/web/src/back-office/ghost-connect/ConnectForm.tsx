import type { VisitsOfCustomer } from '@larkmere/contract/back-office/ghost-connect';
import { Eye, Link2, Lock } from 'lucide-react';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { useIdempotentRequest } from '../../platform/forms/use-idempotent-request.ts';
import { ApiError } from '../../platform/http/call-errors.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { SubmitNotice } from '../../ui/SubmitNotice.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { useOwnFactor } from '../staff-factor/staff-factor.tsx';
import { ConsentField } from './ConsentField.tsx';
import { useConnect } from './ghost-connect.api.ts';
import { OwnFactorField } from './OwnFactorField.tsx';

export type ConnectLink = Readonly<{ path: string; until: number }>;
type Basis = VisitsOfCustomer['bases'][number]['basis'];
type Mode = VisitsOfCustomer['bases'][number]['modes'][number];
type Values = Readonly<Record<'ticket' | 'reason' | 'glassReason' | 'consentCode' | 'code', string>>;

const nothing: Values = { ticket: '', reason: '', glassReason: '', consentCode: '', code: '' };
const isCode = (text: string): boolean => /^\d{6}$/.test(text);
const groundText = { consent: 'withCode', role: 'byRole', break_glass: 'byGlass' } as const;

type Props = { id: string; customer: VisitsOfCustomer; onConnected: (link: ConnectLink) => void };

export function ConnectForm({ id, customer, onConnected }: Props) {
  const t = useTranslations('manageConnect');
  const form = useConnectForm(id, customer, onConnected);
  const { basis, mode, modes, values, edit, errorOf, sending } = form;
  const { bases, customerName: name } = customer;
  return (
    <form noValidate onSubmit={(event) => void form.submit(event)} className="mt-1 grid gap-5">
      <p className="text-text-muted">{t(basis === 'break_glass' ? 'introHidden' : 'intro', { name })}</p>
      <ModeChoice modes={modes} value={mode} onChange={form.setMode} />
      <Subject form={form} customer={customer} />
      {basis === 'break_glass' && (
        <GlassReason value={values.glassReason} error={errorOf('glassReason')} onChange={edit('glassReason')} />
      )}
      <div className="grid gap-4 rounded-card border border-line p-4 sm:grid-cols-2">
        {basis === 'consent' && (
          <ConsentField
            key={form.user}
            id={id}
            user={form.user}
            name={name}
            value={values.consentCode}
            error={errorOf('consentCode')}
            onChange={edit('consentCode')}
          />
        )}
        <OwnFactorField
          factor={form.factor}
          code={values.code}
          error={errorOf('code') ?? form.passkeyFailure}
          onCode={edit('code')}
        />
      </div>
      <Limits />
      <SubmitNotice submission={sending} refusedTitle={t('refused')} retryText={t('retry')} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-small text-text-muted">{bases.length === 1 && t('noCode')}</p>
        <Button
          type="submit"
          kind={basis === 'break_glass' ? 'danger' : 'primary'}
          busy={sending.sending}
          icon={<Eye size={18} />}
        >
          {t(basis === 'break_glass' ? 'submitGlass' : 'submit')}
        </Button>
      </div>
    </form>
  );
}

function useConnectForm(id: string, { bases, people }: VisitsOfCustomer, onConnected: Props['onConnected']) {
  const t = useTranslations('manageConnect');
  const [basis, setBasis] = useState<Basis>(bases[0]?.basis ?? 'consent');
  const [modeChoice, setMode] = useState<Mode>('view');
  const [user, setUser] = useState(people[0]?.uid ?? '');
  const [values, setValues] = useState(nothing);
  const [tried, setTried] = useState(false);
  const connect = useConnect();
  const modes = bases.find((each) => each.basis === basis)?.modes ?? ['view'];
  const mode = modes.includes(modeChoice) ? modeChoice : 'view';
  const sending = useIdempotentRequest(connect.mutateAsync, ({ path, expiresAt }) =>
    onConnected({ path, until: Date.parse(expiresAt) }),
  );
  const edit = (field: keyof Values) => (text: string) => setValues({ ...values, [field]: text });
  const factor = useOwnFactor();
  const [passkeyFailure, setPasskeyFailure] = useState<string>();
  const errors = findErrors(values, { basis, needsCode: factor.method === 'totp' });
  const errorOf = (field: keyof Values) => (tried && errors[field] ? t(errors[field]) : undefined);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    setPasskeyFailure(undefined);
    if (Object.keys(errors).length > 0 || sending.sending) return;
    const { ticket, reason, glassReason, consentCode, code } = values;
    const about = { id, user, basis, mode, ticket: ticket.trim(), reason: reason.trim() };
    const connection = { ...about, ...(basis === 'break_glass' && { breakGlassReason: glassReason.trim() }) };
    const purpose = { operation: 'ghost-connect.connect', ...connection, requestIdempotency: sending.key } as const;
    const proof = await factor.prove(purpose, code).catch((error: unknown) => {
      setPasskeyFailure(error instanceof ApiError ? failureText(error) : t('passkeyCancelled'));
    });
    if (!proof) return;
    const consent = basis === 'consent' && { consentCode };
    await sending.send({ ...connection, ...consent, factor: proof, idempotency: sending.key });
  };
  return {
    basis,
    setBasis,
    mode,
    modes,
    setMode,
    user,
    setUser,
    values,
    edit,
    errorOf,
    factor,
    passkeyFailure,
    sending,
    submit,
  };
}

type SubjectProps = { form: ReturnType<typeof useConnectForm>; customer: VisitsOfCustomer };

/** As whom, about what, and on what ground. */
function Subject({ form, customer: { bases, people } }: SubjectProps) {
  const t = useTranslations('manageConnect');
  const { values, edit, errorOf } = form;
  return (
    <>
      {people.length > 1 && (
        <SelectField
          label={t('person')}
          value={form.user}
          onChange={({ target }) => form.setUser(target.value)}
          options={people.map((person) => ({ value: person.uid, label: `${person.name} (${person.role})` }))}
        />
      )}
      <div className="grid gap-4 sm:grid-cols-[10.5rem_minmax(0,1fr)]">
        <Field label={t('ticket')} error={errorOf('ticket')}>
          <TextInput value={values.ticket} maxLength={40} onChange={({ target }) => edit('ticket')(target.value)} />
        </Field>
        <Field label={t('reason')} error={errorOf('reason')}>
          <TextInput value={values.reason} maxLength={500} onChange={({ target }) => edit('reason')(target.value)} />
        </Field>
      </div>
      {bases.length > 1 && (
        <SelectField
          label={t('basis')}
          value={form.basis}
          onChange={({ target }) => form.setBasis(target.value as Basis)}
          options={bases.map((each) => ({ value: each.basis, label: t(groundText[each.basis]) }))}
        />
      )}
    </>
  );
}

type GlassProps = { value: string; error: string | undefined; onChange: (text: string) => void };

function GlassReason({ value, error, onChange }: GlassProps) {
  const t = useTranslations('manageConnect');
  return (
    <>
      <Notice kind="warning" title={t('glassTitle')}>
        {t('glassText')}
      </Notice>
      <Field label={t('glassReason')} error={error}>
        <TextInput value={value} maxLength={500} onChange={({ target }) => onChange(target.value)} />
      </Field>
    </>
  );
}

type ErrorText = 'ticketMissing' | 'reasonMissing' | 'consentMissing' | 'codeMissing';

type Needs = Readonly<{ basis: Basis; needsCode: boolean }>;

function findErrors(values: Values, { basis, needsCode }: Needs): Partial<Record<keyof Values, ErrorText>> {
  return {
    ...(!/^[A-Za-z0-9][A-Za-z0-9#/-]{2,39}$/.test(values.ticket.trim()) && { ticket: 'ticketMissing' as const }),
    ...(values.reason.trim().length < 10 && { reason: 'reasonMissing' as const }),
    ...(basis === 'break_glass' && values.glassReason.trim().length < 10 && { glassReason: 'reasonMissing' as const }),
    ...(basis === 'consent' && !isCode(values.consentCode) && { consentCode: 'consentMissing' as const }),
    ...(needsCode && !isCode(values.code) && { code: 'codeMissing' as const }),
  };
}

type ModeProps = { modes: readonly Mode[]; value: Mode; onChange: (mode: Mode) => void };

function ModeChoice({ modes, value, onChange }: ModeProps) {
  const t = useTranslations('manageConnect');
  const group = useId();
  return (
    <fieldset>
      <legend className="mb-1.5 font-semibold">{t('need')}</legend>
      <div className="grid gap-2.5 sm:grid-cols-2">
        {modes.map((mode) => (
          <label
            key={mode}
            className="grid cursor-pointer grid-cols-[auto_minmax(0,1fr)] content-start gap-x-3 rounded-control border border-line-strong p-3.5 has-checked:border-brand has-checked:bg-brand-soft has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name={group}
              checked={value === mode}
              onChange={() => onChange(mode)}
              className="row-span-2 mt-1 size-4.5 accent-brand"
            />
            <span className="font-semibold">{t(`mode.${mode}`)}</span>
            <span className="text-small text-text-muted">{t(`modeText.${mode}`)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function Limits() {
  const t = useTranslations('manageConnect');
  return (
    <ul className="grid gap-3 text-small">
      <Limit icon={<Lock size={20} />} title={t('never')} text={t('neverText')} />
      <Limit icon={<Link2 size={20} />} title={t('once')} text={t('onceText')} />
    </ul>
  );
}

const Limit = ({ icon, title, text }: { icon: ReactNode; title: string; text: string }) => (
  <li className="flex gap-3">
    <span aria-hidden className="shrink-0">
      {icon}
    </span>
    <span>
      <strong className="font-bold">{title}</strong> <span className="text-text-muted">{text}</span>
    </span>
  </li>
);
