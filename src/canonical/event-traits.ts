import type { EventName, EventTraits } from './types.ts';

/** Traits that only the conversion of settings asks for. */
export interface ConversionTraits {
  /** Only an editor fires the event. An agent that is no editor lacks nothing that a hook could guard. */
  readonly isEditorOnly?: true;
  /** Later events, best first, at which the model is given the context of this event, where this event cannot give it. */
  readonly contextLater?: readonly EventName[];
}

/** The traits of events. An event without a row has none of them. */
export const eventTraits: Readonly<Partial<Record<EventName, EventTraits & ConversionTraits>>> = {
  'session-start': { begins: 'session' },
  'session-end': { ends: 'session' },
  prompt: { isGate: true, begins: 'turn', contextLater: ['after-tool'] },
  stop: { ends: 'turn' },
  'before-model': { isGate: true },
  'after-model': { hidesResult: true },
  'before-tool': { isGate: true, begins: 'call', contextLater: ['after-tool', 'prompt'] },
  'after-tool': { ends: 'call', hidesResult: true, contextLater: ['prompt'] },
  'tool-batch': { hidesResult: true },
  permission: { isGate: true },
  expansion: { isGate: true },
  'task-created': { isGate: true },
  'task-completed': { isGate: true },
  'subagent-start': { isGate: true, begins: 'subagent' },
  'subagent-stop': { ends: 'subagent' },
  'completion-read': { isGate: true, isEditorOnly: true },
  'completion-edit': { isEditorOnly: true },
  'workspace-open': { isEditorOnly: true },
};

/** The {@link ConversionTraits.contextLater} of events that state none themselves. */
export const usualContextLater: readonly EventName[] = ['prompt', 'after-tool'];
