import type { Json } from '../oracles/effect.ts';
import { moduleOf, pinned } from './gemini-core.ts';

const from = (name: string) => moduleOf(pinned, name);

interface Tool {
  build(params: Json): { toolLocations(): { path: string }[] };
}
type Made = new (config: object, bus: object) => Tool;

/** Tools of the real client that name the file they are about, in a project of its own. */
export async function realTools(root: string): Promise<Record<string, Tool>> {
  const { ReadFileTool }: { ReadFileTool: Made } = await from('tools/read-file.js');
  const { WriteFileTool }: { WriteFileTool: Made } = await from('tools/write-file.js');
  const { EditTool }: { EditTool: Made } = await from('tools/edit.js');
  const { WorkspaceContext }: { WorkspaceContext: new (root: string) => object } = await from(
    'utils/workspaceContext.js',
  );
  const { FileDiscoveryService }: { FileDiscoveryService: new (root: string) => object } =
    await from('services/fileDiscoveryService.js');
  const workspace = new WorkspaceContext(root);
  const files = new FileDiscoveryService(root);
  const config = {
    getTargetDir: () => root,
    getProjectRoot: () => root,
    getWorkspaceContext: () => workspace,
    getFileService: () => files,
    getFileFilteringOptions: () => ({ respectGitIgnore: true, respectGeminiIgnore: true }),
    validatePathAccess: () => null,
    isPlanMode: () => false,
    isInteractive: () => false,
    getApprovalMode: () => 'default',
    getDisableLLMCorrection: () => true,
  };
  return {
    read_file: new ReadFileTool(config, {}),
    write_file: new WriteFileTool(config, {}),
    replace: new EditTool(config, {}),
  };
}

/** The addresses the client's own parser finds, and what it fetches for each. */
export async function realAddresses(prompt: string): Promise<string[]> {
  const { parsePrompt, normalizeUrl, convertGithubUrlToRaw } = (await from(
    'tools/web-fetch.js',
  )) as {
    parsePrompt(text: string): { validUrls: string[] };
    normalizeUrl(url: string): string;
    convertGithubUrlToRaw(url: string): string;
  };
  return parsePrompt(prompt).validUrls.map((url) => convertGithubUrlToRaw(normalizeUrl(url)));
}

/** The text of a file as the client reads it. */
export async function realText(path: string): Promise<string> {
  const { readFileWithEncoding }: { readFileWithEncoding(path: string): Promise<string> } =
    await from('utils/fileUtils.js');
  return readFileWithEncoding(path);
}
