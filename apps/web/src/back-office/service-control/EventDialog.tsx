import { eventAudiences, eventKinds, eventModes } from '@larkmere/contract/reference/service-events';
import { serviceKeys } from '@larkmere/contract/reference/service-keys';
import { type FormEvent, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useIdempotentRequest } from '../../platform/forms/use-idempotent-request.ts';
import { showToast } from '../../platform/toasts.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { SubmitNotice } from '../../ui/SubmitNotice.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { type EventDraft, emptyEvent, findFaults, needsConfirmation, toPlanned } from './event-draft.ts';
import { usePlanEvent } from './service-control.api.ts';
import { useServiceName } from './service-name.ts';

export function EventDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('manageServiceControl.form');
  const form = useId();
  const [draft, setDraft] = useState(emptyEvent);
  const [tried, setTried] = useState(false);
  const change = (changes: Partial<EventDraft>) => setDraft((before) => ({ ...before, ...changes }));
  const sending = useIdempotentRequest(usePlanEvent(), ({ affected }) => {
    showToast({ kind: 'success', text: t(draft.isDrill ? 'drilled' : 'done', { count: affected }) });
    onClose();
  });
  const faults = findFaults(draft);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (faults.length === 0) void sending.send(toPlanned(draft, sending.key));
  };
  const isKill = needsConfirmation(draft);
  return (
    <Dialog
      title={t('title')}
      description={t('about')}
      onClose={onClose}
      actions={
        <Button type="submit" form={form} kind={isKill && !draft.isDrill ? 'danger' : 'primary'} busy={sending.sending}>
          {t(draft.isDrill ? 'runDrill' : !isKill ? 'submit' : draft.mode === 'queue' ? 'queue' : 'off')}
        </Button>
      }
    >
      <form id={form} noValidate onSubmit={submit} className="grid gap-4">
        <Services draft={draft} error={tried && faults.includes('services')} onChange={change} />
        <Choices draft={draft} error={tried && faults.includes('mode')} onChange={change} />
        <Texts draft={draft} faults={tried ? faults : []} onChange={change} />
        <Checkbox checked={draft.isDrill} onChange={({ target }) => change({ isDrill: target.checked })}>
          {t('drill')}
        </Checkbox>
        <SubmitNotice submission={sending} refusedTitle={t('failed')} retryText={t('again')} />
      </form>
    </Dialog>
  );
}

type PartProps = { draft: EventDraft; onChange: (changes: Partial<EventDraft>) => void };

function Services({ draft: { services }, error, onChange }: PartProps & { error: boolean }) {
  const t = useTranslations('manageServiceControl.form');
  const serviceName = useServiceName();
  return (
    <fieldset>
      <legend className="font-semibold">{t('services')}</legend>
      {error && <p className="text-small font-semibold text-danger">{t('missing.services')}</p>}
      <div className="grid sm:grid-cols-2">
        {serviceKeys.map((service) => (
          <Checkbox
            key={service}
            checked={services.includes(service)}
            onChange={({ target }) =>
              onChange({
                services: target.checked ? [...services, service] : services.filter((each) => each !== service),
              })
            }
          >
            {serviceName(service)}
          </Checkbox>
        ))}
      </div>
    </fieldset>
  );
}

function Choices({ draft, error, onChange }: PartProps & { error: boolean }) {
  const t = useTranslations('manageServiceControl');
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField
        label={t('form.kind')}
        value={draft.kind}
        onChange={({ target }) => onChange({ kind: target.value as EventDraft['kind'] })}
        options={eventKinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
      />
      <SelectField
        label={t('form.mode')}
        value={draft.mode}
        onChange={({ target }) => onChange({ mode: target.value as EventDraft['mode'] })}
        options={eventModes.map((value) => ({ value, label: t(`mode.${value}`) }))}
        error={error ? t('form.missing.mode') : undefined}
      />
      <SelectField
        label={t('form.audience')}
        value={draft.audience}
        onChange={({ target }) => onChange({ audience: target.value as EventDraft['audience'] })}
        options={eventAudiences.map((value) => ({ value, label: t(`audience.${value}`) }))}
      />
      {draft.audience === 'customers' && (
        <Field label={t('form.customers')} hint={t('form.customersHint')}>
          <TextInput value={draft.customers} onChange={({ target }) => onChange({ customers: target.value })} />
        </Field>
      )}
      <Field label={t('form.starts')} hint={t('form.startsHint')} optional>
        <TextInput
          type="datetime-local"
          value={draft.starts}
          onChange={({ target }) => onChange({ starts: target.value })}
        />
      </Field>
      <Field label={t('form.ends')} hint={t('form.endsHint')} optional>
        <TextInput
          type="datetime-local"
          value={draft.ends}
          onChange={({ target }) => onChange({ ends: target.value })}
        />
      </Field>
    </div>
  );
}

function Texts({ draft, faults, onChange }: PartProps & { faults: readonly string[] }) {
  const t = useTranslations('manageServiceControl.form');
  const [first] = draft.services;
  return (
    <>
      <Field label={t('en')} error={faults.includes('en') ? t('missing.text') : undefined}>
        <TextArea value={draft.en} maxLength={300} onChange={({ target }) => onChange({ en: target.value })} />
      </Field>
      <Field label={t('th')} optional>
        <TextArea
          lang="th"
          value={draft.th}
          maxLength={300}
          onChange={({ target }) => onChange({ th: target.value })}
        />
      </Field>
      <Field
        label={t('reason')}
        hint={t('reasonHint')}
        error={faults.includes('reason') ? t('missing.reason') : undefined}
      >
        <TextArea value={draft.reason} maxLength={500} onChange={({ target }) => onChange({ reason: target.value })} />
      </Field>
      {needsConfirmation(draft) && first && (
        <Field
          label={t('confirmation', { service: first })}
          error={faults.includes('confirmation') ? t('missing.confirmation') : undefined}
        >
          <TextInput
            value={draft.confirmation}
            autoComplete="off"
            spellCheck={false}
            onChange={({ target }) => onChange({ confirmation: target.value })}
          />
        </Field>
      )}
    </>
  );
}
