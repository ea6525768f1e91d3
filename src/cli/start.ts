import { served } from '../served.ts';
import { main } from './main.ts';

main().then(() => process.emit(served, 0));
