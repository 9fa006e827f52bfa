import { useQuery } from '@tanstack/react-query';
import { call } from '../../platform/http/call.ts';
import { withCaptcha } from '../../platform/http/captcha.ts';
import { endpoints } from '../../platform/http/endpoints.ts';
import { newIdempotencyKey } from '../../platform/http/idempotency.ts';
import { queryKeys } from '../../platform/queries/query-keys.ts';
import { preferredCountries } from '../../ui/phone-number.ts';

export type RegistrationForm = Readonly<{
  name: string;
  latinName?: string;
  dateOfBirth: string;
  country: string;
  email: string;
  phone: string;
  password: string;
  notifyNews: boolean;
  memberCode?: string;
}>;

export const register = (form: RegistrationForm, onSolving: () => void): Promise<void> =>
  withCaptcha(async (captcha) => {
    const input = { ...form, idempotency: newIdempotencyKey(), ...(captcha ? { captcha } : {}) };
    await call(endpoints.registration.register, input);
  }, onSolving);

export async function confirmAddress(id: string, code: string): Promise<'confirmed' | 'already' | 'expired'> {
  let state: 'confirmed' | 'already' | 'expired' = 'expired';
  await withCaptcha(
    async (captcha) => {
      const input = { id, code, idempotency: newIdempotencyKey(), ...(captcha ? { captcha } : {}) };
      ({ state } = await call(endpoints.registration.confirm, input));
    },
    () => undefined,
  );
  return state;
}

/** Where a wallet can be opened, the commonest countries first. */
export const useHomeCountries = () =>
  useQuery({
    queryKey: queryKeys.countries,
    queryFn: ({ signal }) => call(endpoints.country.list, {}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    select: (countries) => {
      const place = (iso2: string): number => (preferredCountries as readonly string[]).indexOf(iso2) >>> 0;
      return countries
        .filter(({ risk, dialCode }) => risk !== 'prohibited' && dialCode !== null)
        .toSorted((a, b) => place(a.iso2) - place(b.iso2));
    },
  });

export const useInvitation = (memberCode: string | undefined) =>
  useQuery({
    queryKey: queryKeys.invitation(memberCode ?? ''),
    queryFn: ({ signal }) => call(endpoints.registration.invitation, { memberCode: memberCode ?? '' }, { signal }),
    enabled: memberCode !== undefined,
    meta: { inline: true },
  });
