import type { ApprovalRequestView } from '@larkmere/contract/approvals/approval';
import { useTranslations } from 'use-intl';
import { Card } from '../../ui/Card.tsx';
import { Timeline } from '../../ui/Timeline.tsx';
import { RequestActions } from './RequestActions.tsx';
import { useMomentText, useRequestSteps } from './use-request-texts.ts';

export function RequestCard({ request }: { request: ApprovalRequestView }) {
  const t = useTranslations('teamApproval');
  const when = useMomentText();
  const steps = useRequestSteps(request);
  const { kind, state, expiresAt } = request;
  return (
    <Card title={t('card')}>
      <div className="grid gap-4">
        {state === 'open' && <p className="text-small">{t(`meanwhile.${kind}`, { when: when(expiresAt) })}</p>}
        <Timeline items={steps} />
        <RequestActions request={request} />
      </div>
    </Card>
  );
}
