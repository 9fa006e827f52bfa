import type { PartnerFile } from '@larkmere/contract/back-office/partner-rule';
import { allows } from '@larkmere/contract/back-office/permissions';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useStaffSession } from '../../platform/session/staff-session.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { useDateTimeTexts } from '../../ui/use-date-time-texts.ts';
import { TabQuery } from '../parts/parts.ts';
import { IntroducedTable, StatementTable } from './PartnerTables.tsx';
import { partnerQuery } from './partner-rule.api.ts';
import { RuleDialog } from './RuleDialog.tsx';
import { RuleHistory } from './RuleHistory.tsx';
import { RuleProposalCard } from './RuleProposalCard.tsx';
import { RuleTerms } from './RuleTerms.tsx';

/** The share rule of a customer as introducer partner, and what came of it. */
export const PartnerTab = ({ id }: { id: string }) => (
  <TabQuery query={partnerQuery(id)}>{(file) => <Partner id={id} file={file} />}</TabQuery>
);

function Partner({ id, file }: { id: string; file: PartnerFile }) {
  const waiting = file.changes.find(({ state }) => state === 'proposed');
  const isPartner = file.changes.length > 0;
  return (
    <div className="grid gap-4">
      {waiting && <RuleProposalCard id={id} change={waiting} />}
      <RuleInForce id={id} file={file} canPropose={!waiting} />
      {isPartner && <RuleHistory id={id} changes={file.changes} />}
      {isPartner && <IntroducedTable rows={file.introduced} hasRule={file.rule !== null} />}
      {isPartner && <StatementTable rows={file.statements} />}
    </div>
  );
}

function RuleInForce({ id, file, canPropose }: { id: string; file: PartnerFile; canPropose: boolean }) {
  const t = useTranslations('manageCustomer.partner');
  const { at } = useDateTimeTexts();
  const { permissions } = useStaffSession();
  const [isOpen, setOpen] = useState(false);
  const { rule, obstacle } = file;
  const mayPropose = canPropose && allows(permissions, ['introducer_partners', 'act']) && (rule || !obstacle);
  const propose = mayPropose && (
    <Button kind="secondary" onClick={() => setOpen(true)}>
      {t(rule ? 'change' : 'make')}
    </Button>
  );
  return (
    <Card title={t('rule')} action={propose}>
      {rule ? (
        <>
          <p className="text-small text-text-muted">{t('since', { when: at(rule.startsAt) })}</p>
          <RuleTerms rule={rule} />
        </>
      ) : (
        <p className="text-text-muted">
          {t('none')} {obstacle ?? t('noneText')}
        </p>
      )}
      {isOpen && <RuleDialog id={id} file={file} onClose={() => setOpen(false)} />}
    </Card>
  );
}
