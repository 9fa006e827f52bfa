import { queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '../../platform/http/call.ts';
import { withCaptcha } from '../../platform/http/captcha.ts';
import { endpoints } from '../../platform/http/endpoints.ts';
import { queryKeys } from '../../platform/queries/query-keys.ts';

export const invitationQuery = (token: string) =>
  queryOptions({
    queryKey: queryKeys.colleagueInvitation(token),
    queryFn: ({ signal }) => call(endpoints.invitation.show, { token }, { signal }),
    // Whoever reads on must not see the page turn into its end after accepting.
    staleTime: Number.POSITIVE_INFINITY,
    meta: { inline: true },
  });

type Answer = Readonly<{ token: string; idempotency: string }>;

export const useAcceptInvitation = () =>
  useMutation({
    mutationFn: (input: Answer) => call(endpoints.invitation.accept, input),
    meta: { showsOwnError: true },
  });

export const useDeclineInvitation = () =>
  useMutation({
    mutationFn: (input: Answer) => call(endpoints.invitation.decline, input),
    meta: { showsOwnError: true },
  });

export type NewLogin = Answer & Readonly<{ name: string; password: string }>;

export const useAcceptAsNew = (onSolving: () => void) =>
  useMutation({
    mutationFn: (input: NewLogin) =>
      withCaptcha(async (captcha) => {
        await call(endpoints.invitation.acceptAsNew, { ...input, ...(captcha ? { captcha } : {}) });
      }, onSolving),
    meta: { showsOwnError: true },
  });
