// What Cline CLI 3.0.65 makes of what its plugin returns or throws; facts/cline.md, 5.
import {
  type CallPlugin,
  type Effect,
  isObject,
  type Json,
  pass,
  reasonField,
  textField,
} from './effect.ts';

/** The hooks of the plugin. The other events are those of its hook files. */
export const pluginEvents = [
  ...['sessionStart', 'beforeRun', 'afterModel', 'beforeTool'],
  ...['afterTool', 'afterRun', 'runFailed'],
];

/** Hooks at which the client takes context. */
const contextTakers = ['sessionStart', 'beforeRun', 'beforeTool', 'afterTool'];

/** The verdict of what a hook returned. The client puts `input` in place of all arguments, and `result` in place of the result. */
function effectOf(native: string, said: Json): Effect {
  const { skip, stop, reason, input, result, policy, appendContext } = said;
  const context = contextTakers.includes(native) ? textField('context', appendContext) : {};
  if (stop === true && native !== 'afterRun') return { verdict: 'halt', ...context }; // the reason is lost
  if (native === 'afterTool') {
    const output = isObject(result) ? result.output : undefined;
    return {
      ...pass,
      ...textField('replaced', output),
      ...(isObject(output) ? { output } : {}),
      ...context,
    };
  }
  if (native !== 'beforeTool') return { ...pass, ...context };
  if (skip === true) return { verdict: 'deny', ...reasonField(reason), ...context };
  const { autoApprove } = isObject(policy) ? policy : {};
  return {
    // Where nobody can be asked, the call is refused.
    verdict: autoApprove === false ? 'deny' : autoApprove === true ? 'allow' : 'pass',
    ...(isObject(input) ? { input } : {}),
    ...context,
  };
}

export const callPlugin: CallPlugin = async (native, payload, handle) => {
  const { hook: _, session, input, toolCall, ...others } = structuredClone(payload);
  const call = isObject(toolCall) ? { input, toolCall: { ...toolCall, input } } : {};
  try {
    const returned = await handle(native, [{ ...others, ...call }, session]);
    return effectOf(native, isObject(returned) ? returned : {});
  } catch (error) {
    return { verdict: 'halt', reason: (error as Error).message }; // the run ends, and the person reads the message
  }
};
