import type { InsideListener } from '../kernel/relay.ts';
import type { DoneNews, NeededNews } from '../team-approval/team-approval.ts';
import { type Notice, notify } from './notification.ts';

export const notifyNeeded: InsideListener<NeededNews> = async (ctx, { eventId, payload }) => {
  const { requestId, people, title, makerName, expiresAt } = payload;
  await notify(ctx, people, {
    eventId,
    type: 'approval.needed',
    severity: 'info',
    title: 'Your approval is needed',
    message: `${makerName} asks for your approval: ${title}.`,
    link: `/team-approval?request=${requestId}`,
    waits: {
      owner: 'you',
      nextStep: 'You approve it or send it back.',
      nextUpdateAt: expiresAt,
      deadlineAt: expiresAt,
    },
  });
};

type Words = Pick<Notice, 'severity' | 'title'>;

const words: Readonly<Record<DoneNews['state'], Words | undefined>> = {
  approved: { severity: 'success', title: 'Your colleagues approved' },
  rejected: { severity: 'warning', title: 'A colleague sent it back' },
  expired: { severity: 'warning', title: 'Nobody approved in time' },
  void: { severity: 'warning', title: 'The approval is void' },
  recalled: undefined,
};

export const notifyDone: InsideListener<DoneNews> = async (ctx, { eventId, payload }) => {
  const { makerId, title, state, note, link } = payload;
  const said = words[state];
  if (!said) return;
  const message = note ? `${title}: ${note}` : `${title}.`;
  await notify(ctx, [makerId], { eventId, type: 'approval.done', message, link, ...said });
};
