import { allows } from '@larkmere/contract/back-office/permissions';
import type { MatrixChange, MatrixRow } from '@larkmere/contract/back-office/service-control';
import { matrixModes } from '@larkmere/contract/reference/service-events';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useIdempotentRequest } from '../../platform/forms/use-idempotent-request.ts';
import { useStaffSession } from '../../platform/session/staff-session.ts';
import { showToast } from '../../platform/toasts.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Field } from '../../ui/Field.tsx';
import { SubmitNotice } from '../../ui/SubmitNotice.tsx';
import { inputClass, TextInput } from '../../ui/TextInput.tsx';
import { StaffTable } from '../parts/parts.ts';
import { MatrixChanges } from './MatrixChanges.tsx';
import { type Services, useChangeMatrix } from './service-control.api.ts';
import { useServiceName } from './service-name.ts';

const audiences = ['plus', 'wallet'] as const;
const atLeast = 10;

/** The defaults of services. A changed cell is marked until it is saved or undone. */
export function MatrixTab({ services: { services, changes } }: { services: Services }) {
  const t = useTranslations('manageServiceControl');
  const { permissions } = useStaffSession();
  const mayChange = allows(permissions, ['service_control', 'act']);
  const [edited, setEdited] = useState<ReadonlyMap<string, MatrixRow>>(new Map());
  const rows = services.map(({ service, matrix }) => edited.get(service) ?? { service, ...matrix });
  const defaults = new Map(services.map(({ service, matrix }) => [service, matrix]));
  const isChanged = ({ service, ...row }: MatrixRow) =>
    audiences.some((audience) => row[audience] !== defaults.get(service)?.[audience]);
  const changed = rows.filter(isChanged);
  const set = (row: MatrixRow) => setEdited((before) => new Map(before).set(row.service, row));
  return (
    <div className="grid gap-5">
      <p className="text-text-muted">{t('matrix.about')}</p>
      <MatrixChanges changes={changes} />
      <Card flush>
        <MatrixTable rows={rows} defaults={defaults} mayChange={mayChange} onChange={set} />
      </Card>
      {changed.length > 0 && <SaveBar rows={changed} onDone={() => setEdited(new Map())} />}
    </div>
  );
}

type TableProps = {
  rows: readonly MatrixRow[];
  defaults: ReadonlyMap<string, Omit<MatrixRow, 'service'>>;
  mayChange: boolean;
  onChange: (row: MatrixRow) => void;
};

function MatrixTable({ rows, defaults, mayChange, onChange }: TableProps) {
  const t = useTranslations('manageServiceControl');
  const serviceName = useServiceName();
  const cell = (audience: (typeof audiences)[number]) => (row: MatrixRow) => {
    const isChanged = row[audience] !== defaults.get(row.service)?.[audience];
    if (!mayChange) return t(`matrix.mode.${row[audience]}`);
    return (
      <select
        aria-label={t('matrix.choose', { service: serviceName(row.service), audience: t(`audience.${audience}`) })}
        value={row[audience]}
        onChange={({ target }) => onChange({ ...row, [audience]: target.value as MatrixRow['plus'] })}
        className={`${inputClass} ${isChanged ? 'border-accent-text bg-accent-soft' : ''}`}
      >
        {matrixModes.map((mode) => (
          <option key={mode} value={mode}>
            {t(`matrix.mode.${mode}`)}
          </option>
        ))}
      </select>
    );
  };
  return (
    <StaffTable<MatrixRow>
      caption={t('tab.matrix')}
      rows={rows}
      keyOf={({ service }) => service}
      columns={[
        {
          key: 'service',
          title: t('column.service'),
          cell: ({ service }) => <strong className="font-semibold">{serviceName(service)}</strong>,
        },
        { key: 'plus', title: t('column.plus'), cell: cell('plus') },
        { key: 'wallet', title: t('column.wallet'), cell: cell('wallet') },
      ]}
    />
  );
}

function SaveBar({ rows, onDone }: { rows: MatrixRow[]; onDone: () => void }) {
  const t = useTranslations('manageServiceControl.matrix');
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const sending = useIdempotentRequest(useChangeMatrix(), ({ state }: MatrixChange) => {
    showToast({ kind: 'success', text: t(state === 'applied' ? 'applied' : 'proposed') });
    onDone();
  });
  const isShort = reason.trim().length < atLeast;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!isShort) void sending.send({ rows, reason: reason.trim(), idempotency: sending.key });
  };
  return (
    <Card>
      <form noValidate onSubmit={submit} className="grid gap-3">
        <p role="status" className="font-semibold">
          {t('changed', { count: rows.length })}
        </p>
        <Field label={t('reason')} error={tried && isShort ? t('reasonMissing') : undefined}>
          <TextInput value={reason} maxLength={500} onChange={({ target }) => setReason(target.value)} />
        </Field>
        <SubmitNotice submission={sending} refusedTitle={t('failed')} retryText={t('again')} />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={sending.sending}>
            {t('save')}
          </Button>
          <Button kind="secondary" onClick={onDone}>
            {t('undo')}
          </Button>
        </div>
      </form>
    </Card>
  );
}
