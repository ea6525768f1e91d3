import type { Hook } from '../canonical/hook.ts';
import { gates } from '../canonical/kinds.ts';
import type { Binding } from '../mapping/adapter.ts';
import { adapterOf } from '../translate/host.ts';
import { bindingNamed } from '../translate/plan.ts';

/** The event of its own agent that a hook is for. */
export const homeEvent = ({ speaks, event }: Pick<Hook, 'speaks' | 'event'>): Binding =>
  bindingNamed(adapterOf(speaks), event);

/** Whether a hook stands where its own agent asks before it goes on. */
export const isAsked = (hook: Hook): boolean => gates.includes(homeEvent(hook).event);

/** Whether it guards there: its failure is not let pass. */
export const isGuard = (hook: Hook): boolean => isAsked(hook) && hook.onFailure !== 'allow';
