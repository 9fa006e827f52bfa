import type { KycItemForm } from '@larkmere/contract/customers/kyc';
import type { KycAnswerName, KycItemKey } from '@larkmere/contract/customers/kyc-requirements';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { failureText } from '../../platform/failures.ts';
import { ApiError } from '../../platform/http/call-errors.ts';
import { type Answer, changedAnswers, isSameAnswer } from './answer-fields.ts';
import type { FormSource } from './form-source.ts';

/** What another window or person saved: new to this window, or replaced by a newer answer from here. */
export type SavedElsewhere =
  | { kind: 'changed'; names: readonly KycAnswerName[] }
  | { kind: 'replaced'; name: KycAnswerName; other: Answer };

type UnsavedAnswer = Readonly<{ key: KycItemKey; name: KycAnswerName; answer: Answer; refusal: string | undefined }>;

export type Answers = Readonly<{
  /** True once the answer is saved. */
  save: (key: KycItemKey, name: KycAnswerName, answer: Answer) => Promise<boolean>;
  isSaving: boolean;
  /** The item as it is once every answer is saved. */
  settled: (key: KycItemKey) => Promise<KycItemForm | undefined>;
  failed: UnsavedAnswer | undefined;
  faultOf: (key: KycItemKey, name: KycAnswerName) => string | undefined;
  elsewhere: SavedElsewhere | undefined;
  forgetElsewhere: () => void;
}>;

/** Saves every answer as it is given, one after the other. The newest answer wins, and a replaced one is shown. */
export function useAnswers(source: FormSource, items: readonly KycItemForm[] | undefined): Answers {
  const known = useRef(new Map<KycItemKey, KycItemForm>());
  const queue = useQueue(() => void source.refresh());
  const [failed, setFailed] = useState<UnsavedAnswer>();
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [elsewhere, setElsewhere] = useState<SavedElsewhere>();

  const compare = useEffectEvent((received: readonly KycItemForm[]) => {
    // While an answer of this window is on its way, `saveNow` compares.
    if (queue.isBusyNow()) return;
    const names = learn(known.current, received);
    if (names.length > 0) setElsewhere({ kind: 'changed', names });
  });
  useEffect(() => {
    if (items) compare(items);
  }, [items]);

  const saveNow = async (key: KycItemKey, name: KycAnswerName, answer: Answer): Promise<boolean> => {
    setFaults((before) => ({ ...before, [`${key}.${name}`]: '' }));
    try {
      const before = known.current.get(key)?.answers[name];
      const names = learn(known.current, await source.load());
      const other = known.current.get(key)?.answers[name];
      const others = names.filter((each) => each !== name);
      if (others.length > 0) setElsewhere({ kind: 'changed', names: others });
      const item = await source.save(key, { [name]: answer });
      known.current.set(key, item);
      if (!isSameAnswer(before, other) && !isSameAnswer(other, answer)) setElsewhere({ kind: 'replaced', name, other });
      setFailed(undefined);
      return true;
    } catch (error) {
      const isRefused = error instanceof ApiError;
      const fault = isRefused ? error.fieldMessage(`answers.${name}`) : undefined;
      if (fault === undefined) setFailed({ key, name, answer, refusal: isRefused ? failureText(error) : undefined });
      else setFaults((before) => ({ ...before, [`${key}.${name}`]: fault }));
      return false;
    }
  };

  return {
    save: (key, name, answer) => queue.run(() => saveNow(key, name, answer)),
    isSaving: queue.isBusy,
    settled: async (key) => {
      await queue.settled();
      return known.current.get(key);
    },
    failed,
    faultOf: (key, name) => faults[`${key}.${name}`] || undefined,
    elsewhere,
    forgetElsewhere: () => setElsewhere(undefined),
  };
}

/** One task after the other. */
function useQueue(onIdle: () => void) {
  const last = useRef(Promise.resolve());
  const waiting = useRef(0);
  const [isBusy, setBusy] = useState(false);
  const run = (task: () => Promise<boolean>): Promise<boolean> => {
    waiting.current += 1;
    setBusy(true);
    const done = last.current.then(task).finally(() => {
      waiting.current -= 1;
      if (waiting.current > 0) return;
      setBusy(false);
      onIdle();
    });
    last.current = done.then(() => undefined);
    return done;
  };
  return { run, isBusy, isBusyNow: () => waiting.current > 0, settled: () => last.current };
}

/** Remembers the items, and returns the names of the answers that differ from before. */
function learn(known: Map<KycItemKey, KycItemForm>, items: readonly KycItemForm[]): KycAnswerName[] {
  return items.flatMap((item) => {
    const before = known.get(item.key);
    known.set(item.key, item);
    return before ? changedAnswers(before.answers, item.answers) : [];
  });
}
