import type {
  FactorMethod,
  SecondFactorProof,
  SecondFactorRequiredData,
} from '@larkmere/contract/identity/second-factor';
import type { Purpose } from '@larkmere/contract/purpose';
import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { failureText } from '../../platform/failures.ts';
import { ApiError } from '../../platform/http/call-errors.ts';
import { newIdempotencyKey } from '../../platform/http/idempotency.ts';
import { queryKeys } from '../../platform/queries/query-keys.ts';
import {
  beginFactorChallenge,
  createPin,
  logPinFailure,
  resetPin,
  updatePin,
  usePinState,
  verifyPin,
} from './pin.api.ts';
import {
  acceptsEarlyDigits,
  firstStep,
  type PinAction,
  type PinFlow,
  type PinStep,
  padMessage,
  pauses,
  pinLength,
  selectFlow,
  stepAfter,
} from './pin-steps.ts';

/** `authorisation` is set if a purpose was confirmed; it is valid once, for that purpose. */
export type PinResult = { checked: boolean; authorisation?: string | undefined };

/** `factor` confirms an operation; `proof` and `code` prove the person before a new PIN. */
export type PadMode = PinFlow | 'wait' | 'locked' | 'factor' | 'proof' | 'code';

const isPinFlow = (flow: PadMode): flow is PinFlow => ['create', 'reset', 'update', 'verify'].includes(flow);

type Pad = {
  flow: PadMode;
  step: PinStep;
  digits: string;
  tone: 'idle' | 'wrong' | 'right';
  message?: string | undefined;
  busy: boolean;
  refusalText?: string | undefined;
  /** Ways to give the second factor. */
  methods?: readonly FactorMethod[] | undefined;
};

export type PadProps = {
  action: PinAction;
  purpose?: Purpose | undefined;
  onResult: (result: PinResult) => void;
  onClose: () => void;
};

const createPad = (flow: PadMode, message?: string, digits = ''): Pad => ({
  flow,
  step: isPinFlow(flow) ? firstStep(flow) : 'enter',
  digits,
  tone: 'idle',
  message,
  busy: false,
});

/** Digits are held in memory only. */
export function usePinPad({ action, purpose, onResult, onClose }: PadProps) {
  const pinState = usePinState();
  const tools = usePad();
  const { pad, patch, goOn, begin, answered, wrong } = tools;
  const [done, setDone] = useState(false);
  const typed = useRef<EnteredSecrets>({ flow: 'create', password: '', current: '', first: '', key: '' });
  if (pad.flow === 'wait' && pinState.data) answered(pinState.data, action);

  const report = (result: PinResult) => {
    setDone(true);
    onResult(result);
  };
  const remember = (entered: Partial<EnteredSecrets>) => {
    typed.current = { ...typed.current, ...entered };
  };
  const onCurrent = (pin: string) => remember({ current: pin });
  const check = useCheck({ action, purpose, onClose }, { tools, report, onCurrent });
  const factor = createFactorStep({ action, purpose, onClose }, { tools, report });
  const save = useSave({ action, onClose }, { tools, report, typed, remember });
  const complete = (pin: string) => {
    if (pad.step === 'enter' || pad.step === 'current') return void check(pin);
    if (pad.step === 'repeat' && pin !== typed.current.first) return wrong(undefined, { step: 'new' });
    typed.current.first = pin;
    const next = nextStep(pad);
    if (!next) return void save();
    goOn(next);
  };
  useSubmitEarlyDigits(pad, complete);
  const confirmPassword = (password: string) => {
    typed.current.password = password;
    void save();
  };
  const close = () => {
    if (!done) onResult({ checked: false });
    onClose();
  };
  const beginProof = () => beginFactorChallenge({ operation: 'pin.set', paymentIdempotency: typed.current.key });
  return {
    pad,
    factor,
    proof: {
      methods: pad.methods ?? [],
      begin: beginProof,
      onProof: (given: SecondFactorProof) => save({ factor: given }),
    },
    confirmCode: (code: string) => void save({ code }),
    pinState,
    complete,
    confirmPassword,
    close,
    reset: () => begin('reset'),
    type: digitHandler(patch),
  };
}

type CheckProps = Omit<PadProps, 'onResult'>;
type CheckHandlers = { tools: PadTools; report: (result: PinResult) => void };

type SaveHandlers = CheckHandlers & {
  typed: RefObject<EnteredSecrets>;
  remember: (entered: Partial<EnteredSecrets>) => void;
};

/** Saves the PIN that was entered twice. Without a proof that is needed, the pad asks for one and saves again. */
function useSave({ action, onClose }: Omit<CheckProps, 'purpose'>, { tools, report, typed, remember }: SaveHandlers) {
  const t = useTranslations('pin');
  const noteSaved = useRefreshOnClose();
  const { pad, patch, begin, right } = tools;
  return async (proof: PinProof = {}) => {
    if (isPinFlow(pad.flow)) remember({ flow: pad.flow });
    // A passkey answers for the request that a challenge was begun for.
    if (!proof.factor) remember({ key: newIdempotencyKey() });
    patch({ busy: true, message: undefined });
    try {
      await savePin(typed.current, proof);
      noteSaved();
      patch({ flow: typed.current.flow, step: 'repeat', digits: typed.current.first });
      if (action !== 'verify') report({ checked: true });
      right(t('saved'), pauses.right, action === 'verify' ? () => begin('verify') : onClose);
    } catch (error) {
      const next = requiredProof(error);
      if (next) return patch({ ...next, busy: false, message: undefined });
      logPinFailure(action);
      patch({ busy: false, [isRetriable(error) ? 'message' : 'refusalText']: failureText(error) });
    }
  };
}

function useCheck(
  { action, purpose, onClose }: CheckProps,
  { tools, report, onCurrent }: CheckHandlers & { onCurrent: (pin: string) => void },
) {
  const t = useTranslations('pin');
  const { pad, patch, goTo, wrong, right } = tools;
  return async (pin: string) => {
    patch({ busy: true, message: undefined });
    try {
      const { authorisation } = await verifyPin({ pincode: pin, purpose: pad.step === 'enter' ? purpose : undefined });
      if (pad.step === 'current') {
        onCurrent(pin);
        return right(t('accepted'), pauses.right, () => goTo('new'));
      }
      report({ checked: true, authorisation: authorisation ?? undefined });
      right(t('accepted'), pauses.verified, onClose);
    } catch (error) {
      const methods = requiredMethods(error);
      // The digits stay until the factor is there.
      if (methods) return patch({ flow: 'factor', digits: pin, methods, busy: false });
      logPinFailure(action);
      wrong(failureText(error), hasErrorCode(error, 'pin_locked') ? { flow: 'locked' } : {});
    }
  };
}

/** The answer does not say whether PIN or factor was wrong, so both are asked for again. */
function createFactorStep({ action, purpose, onClose }: CheckProps, { tools: { pad, begin }, report }: CheckHandlers) {
  const onProof = async (factor: SecondFactorProof) => {
    try {
      const { authorisation } = await verifyPin({ pincode: pad.digits, purpose, factor });
      report({ checked: true, authorisation: authorisation ?? undefined });
      onClose();
    } catch (error) {
      logPinFailure(action);
      begin(hasErrorCode(error, 'pin_locked') ? 'locked' : 'verify', failureText(error));
    }
  };
  return { methods: pad.methods ?? [], begin: async () => purpose && beginFactorChallenge(purpose), onProof };
}

const nextStep = ({ flow, step }: Pad): PinStep | undefined => (isPinFlow(flow) ? stepAfter(flow, step) : undefined);

/** Refreshes the PIN state when the pad closes: the page may unmount what opened the pad, and the pad with it. */
function useRefreshOnClose(): () => void {
  const cache = useQueryClient();
  const saved = useRef(false);
  useEffect(
    () => () => {
      if (saved.current) void cache.invalidateQueries({ queryKey: queryKeys.pin });
    },
    [cache],
  );
  return () => {
    saved.current = true;
  };
}

/** A complete PIN typed before the PIN state is known is submitted with the answer. */
function useSubmitEarlyDigits({ flow, digits }: Pad, complete: (pin: string) => void): void {
  const isKnown = flow !== 'wait';
  const send = useEffectEvent(() => {
    if (digits.length === pinLength) complete(digits);
  });
  useEffect(() => {
    if (isKnown) send();
  }, [isKnown]);
}

type Patch = (change: Partial<Pad>) => void;

const digitHandler = (patch: Patch) => (digits: string) => patch({ digits, ...(digits ? { message: undefined } : {}) });

type PadTools = ReturnType<typeof usePad>;

function usePad() {
  const after = useDelay();
  const [pad, setPad] = useState(() => createPad('wait'));
  useEffect(() => {
    // Typed without a connection, a PIN would confirm by itself as soon as the pad is ready.
    const forgetEarlyDigits = () => setPad((before) => (before.flow === 'wait' ? { ...before, digits: '' } : before));
    addEventListener('online', forgetEarlyDigits);
    return () => removeEventListener('online', forgetEarlyDigits);
  }, []);
  const patch: Patch = (change) => setPad((before) => ({ ...before, ...change }));
  const goTo = (step: PinStep): void => patch({ step, digits: '', tone: 'idle', busy: false, message: undefined });
  return {
    pad,
    patch,
    goTo,
    goOn: (step: PinStep) => {
      patch({ busy: true });
      after(pauses.repeat, () => goTo(step));
    },
    begin: (flow: PadMode, message?: string) => setPad(createPad(flow, message)),
    // The first answer applies for as long as the pad is open.
    answered: ({ data, message }: NonNullable<ReturnType<typeof usePinState>['data']>, action: PinAction) =>
      setPad(({ digits }) => {
        const flow = selectFlow(action, data);
        return createPad(flow, padMessage(message), acceptsEarlyDigits(action, flow) ? digits : '');
      }),
    wrong: (message: string | undefined, then: Partial<Pad> = {}) => {
      patch({ tone: 'wrong', busy: false, message });
      after(pauses.wrong, () => patch({ tone: 'idle', digits: '', ...then }));
    },
    right: (message: string, pause: number, then: () => void) => {
      patch({ tone: 'right', busy: false, message });
      after(pause, then);
    },
  };
}

type EnteredSecrets = { flow: PinFlow; password: string; current: string; first: string; key: string };
type PinProof = { factor?: SecondFactorProof; code?: string };

async function savePin({ flow, password, current, first, key }: EnteredSecrets, proof: PinProof): Promise<void> {
  const chosen = { pincode: first, confirmation: first };
  if (flow === 'reset') await resetPin({ password, ...chosen, ...proof, idempotency: key });
  else if (flow === 'update') await updatePin({ current, ...chosen });
  else await createPin({ ...chosen, ...proof, idempotency: key });
}

/** What the server asks for besides the password. */
function requiredProof(error: unknown): Pick<Pad, 'flow' | 'methods'> | undefined {
  const methods = requiredMethods(error);
  if (methods) return { flow: 'proof', methods };
  return hasErrorCode(error, 'pin_code_required') ? { flow: 'code' } : undefined;
}

/** A wrong password or proof can be retried; any other refusal closes the dialog. */
const isRetriable = (error: unknown): boolean =>
  ['login_failed', 'login_locked', 'pin_proof_wrong'].some((code) => hasErrorCode(error, code));

const requiredMethods = (error: unknown): readonly FactorMethod[] | undefined =>
  error instanceof ApiError && error.code === 'second_factor_required'
    ? (error.data as SecondFactorRequiredData).methods
    : undefined;

const hasErrorCode = (error: unknown, code: string): boolean => error instanceof ApiError && error.code === code;

function useDelay() {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (ms: number, then: () => void) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(then, ms);
  };
}
