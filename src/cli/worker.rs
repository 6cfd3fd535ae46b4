//! Processes that read LLVM IR, and do with it whatever the command does: this tool, started again. LLVM can crash on what
//! is damaged, bitcode or text. A crash ends such a process and costs what it was at; the next file has a new one.
//!
//! One process serves file after file. Each message is its length in 4 bytes, the lowest first, and that many bytes of
//! postcard's form. A process whose orders end while it works has lost the one that it works for, and ends.

use std::io::{BufReader, Read, Write, stdin, stdout};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread::JoinHandle;

use rayon::ThreadPoolBuilder;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_bytes::ByteBuf;

use crate::arguments::WORKER;
use crate::crash::defect;
use crate::data::DiagnosticRule;
use crate::diagnostic::{Failure, Look, Problem};
use crate::file::{Crashed, FileResult, STACK, Task, process};
use crate::input::{BITCODE, Language, Source};
use crate::llvm_input::last_words;
use crate::report::Status;

/// A file, and what is known of it.
#[derive(Debug, Serialize, Deserialize)]
struct Order {
    name: String,
    stem: String,
    bytes: ByteBuf,
    crashed: Vec<Crashed>,
    /// Whether its kernels are taken one after the other, and each is said: after a crash, to know which it was. To say it
    /// takes longer than to compile a small kernel.
    is_watched: bool,
}

/// What the process says.
#[derive(Debug, Serialize, Deserialize)]
enum Answer {
    /// It works on a kernel.
    Begun(String),
    /// It has done with the kernel.
    Ended,
    /// It has done with the file.
    Done {
        result: Box<FileResult>,
        /// Whether from now on it reads all pointers as opaque ones.
        is_opaque: bool,
    },
}

fn send(to: &mut impl Write, message: &impl Serialize) -> std::io::Result<()> {
    let mut bytes = postcard::to_extend(message, vec![0; 4]).map_err(std::io::Error::other)?;
    let length = u32::try_from(bytes.len() - 4).map_err(std::io::Error::other)?;
    bytes[..4].copy_from_slice(&length.to_le_bytes());
    to.write_all(&bytes)?;
    to.flush()
}

fn receive<T: DeserializeOwned>(from: &mut impl Read) -> std::io::Result<T> {
    let mut length = [0; 4];
    from.read_exact(&mut length)?;
    let mut bytes = vec![0; u32::from_le_bytes(length) as usize];
    from.read_exact(&mut bytes)?;
    postcard::from_bytes(&bytes).map_err(std::io::Error::other)
}

/// Whether an order is being worked at.
type IsAtWork = Arc<AtomicBool>;

/// The orders that come from standard input. When that ends while one is being worked at, this process ends: whoever started
/// it has left, and a check may take minutes.
fn orders(is_at_work: IsAtWork) -> mpsc::Receiver<Order> {
    let (to, orders) = mpsc::channel();
    std::thread::spawn(move || {
        let mut from = BufReader::new(stdin());
        // The end of the input, as whatever else goes wrong with it, is the end of the work.
        while let Ok(order) = receive::<Order>(&mut from) {
            is_at_work.store(true, Ordering::SeqCst);
            if to.send(order).is_err() {
                return;
            }
        }
        if is_at_work.load(Ordering::SeqCst) {
            std::process::exit(1);
        }
    });
    orders
}

/// Serves the files that come from standard input, until that ends.
///
/// # Errors
///
/// Whoever started this process has left.
pub fn serve(task: Task<'_>) -> Result<(), Failure> {
    let answers = Mutex::new(stdout());
    let answer = |answer: &Answer| send(&mut *answers.lock().unwrap_or_else(PoisonError::into_inner), answer);
    let is_at_work = IsAtWork::default();
    for order in orders(Arc::clone(&is_at_work)) {
        let Order { name, stem, bytes, crashed, is_watched } = order;
        let source = Source { name, stem, bytes: bytes.into_vec(), language: Language::Llvm };
        let watch = |kernel: &str, begins: bool| {
            if !is_watched {
                return;
            }
            // Where it cannot be written, the result cannot either.
            let _ = answer(&if begins { Answer::Begun(kernel.to_owned()) } else { Answer::Ended });
        };
        let work = || process(task, source, &crashed, &watch);
        let one_thread =
            is_watched.then(|| ThreadPoolBuilder::new().num_threads(1).stack_size(STACK).build().ok()).flatten();
        let result = Box::new(match one_thread {
            Some(pool) => pool.install(work),
            None => work(),
        });
        let is_opaque = texvisa_llvm::reads_opaque_pointers();
        // No order comes before this one is answered.
        is_at_work.store(false, Ordering::SeqCst);
        answer(&Answer::Done { result, is_opaque }).map_err(|error| Failure::input(format!("<stdout>: {error}")))?;
    }
    Ok(())
}

/// A process at work.
struct Worker {
    child: Child,
    orders: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
    /// What it writes to standard error, read to the end.
    said: Option<JoinHandle<String>>,
    is_opaque: bool,
}

/// How a process ended, and the kernel that it said it was at.
struct Crash {
    /// In a line.
    reason: String,
    kernel: Option<String>,
}

impl Worker {
    fn start(threads: usize) -> std::io::Result<Worker> {
        let mut arguments = std::env::args_os().skip(1);
        let mut command = Command::new(std::env::current_exe()?);
        command.args(arguments.next());
        let look = if Look::of_standard_error() == Look::Terminal { "terminal" } else { "plain" };
        command.arg(format!("--{WORKER}={look}")).args(arguments);
        command.env("RAYON_NUM_THREADS", threads.to_string());
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
        let missing = || std::io::Error::other("it has no pipe");
        let answers = BufReader::new(child.stdout.take().ok_or_else(missing)?);
        let mut errors = child.stderr.take().ok_or_else(missing)?;
        let said = std::thread::spawn(move || {
            let mut said = Vec::new();
            // What was read until then is all there is.
            let _ = errors.read_to_end(&mut said);
            String::from_utf8_lossy(&said).into_owned()
        });
        Ok(Worker { orders: child.stdin.take(), child, answers, said: Some(said), is_opaque: false })
    }

    fn process(&mut self, order: &Order) -> Result<FileResult, Crash> {
        let mut at = None;
        // A process that has ended says so by its answers.
        let _ = self.orders.as_mut().map(|orders| send(orders, order));
        loop {
            match receive(&mut self.answers) {
                Ok(Answer::Begun(kernel)) => at = Some(kernel),
                Ok(Answer::Ended) => at = None,
                Ok(Answer::Done { result, is_opaque }) => {
                    self.is_opaque = is_opaque;
                    return Ok(*result);
                }
                Err(_) => return Err(Crash { reason: self.last_words(), kernel: at }),
            }
        }
    }

    /// What the process ended with.
    fn last_words(&mut self) -> String {
        self.orders = None;
        let status = self.child.wait().map_or_else(|error| error.to_string(), |status| status.to_string());
        let said = self.said.take().and_then(|said| said.join().ok()).unwrap_or_default();
        last_words(&said).unwrap_or(status)
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        // Without orders it ends.
        self.orders = None;
        let _ = self.child.wait();
    }
}

/// Processes that read LLVM IR, as many as are wanted at once.
pub struct Workers {
    idle: Mutex<Vec<Worker>>,
    threads: usize,
}

impl Workers {
    /// None yet; each will have that many threads.
    pub fn new(threads: usize) -> Workers {
        Workers { idle: Mutex::new(Vec::new()), threads }
    }

    /// Has a process do `task` with a file. Where none can be started, text is read in this one.
    pub fn process(&self, task: Task<'_>, source: Source) -> FileResult {
        // Opaque pointers are for good: a process that reads them would read the next file in another way than others do.
        let is_opaque = !source.bytes.starts_with(BITCODE) && texvisa_llvm::has_opaque_pointers(&source.bytes);
        let Source { name, stem, bytes, .. } = source;
        let mut order = Order { name, stem, bytes: ByteBuf::from(bytes), crashed: Vec::new(), is_watched: false };
        loop {
            let mut worker = match self.take(is_opaque) {
                Ok(worker) => worker,
                Err(_) if !order.bytes.starts_with(BITCODE) => {
                    let Order { name, stem, bytes, .. } = order;
                    let source = Source { name, stem, bytes: bytes.into_vec(), language: Language::Llvm };
                    return process(task, source, &order.crashed, &|_, _| {});
                }
                Err(error) => {
                    let message = format!("the process that reads LLVM IR does not start: {error}");
                    let failure = Failure::in_file(&order.name, message);
                    return FileResult::unread(&order.name, &order.stem, task, Status::Failed, &failure);
                }
            };
            let crash = match worker.process(&order) {
                Ok(result) => {
                    self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(worker);
                    return result;
                }
                Err(crash) => crash,
            };
            match crash.kernel {
                Some(kernel) => order.crashed.push((kernel, defect(&crash.reason))),
                None if !order.is_watched => order.is_watched = true,
                None => {
                    let problem = Problem::new(format!("LLVM crashed on this module: {}", crash.reason));
                    let failure = Failure::Input(vec![problem.of(DiagnosticRule::Defect).in_file(&order.name)]);
                    return FileResult::unread(&order.name, &order.stem, task, Status::Failed, &failure);
                }
            }
        }
    }

    fn take(&self, is_opaque: bool) -> std::io::Result<Worker> {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = idle.iter().position(|worker| worker.is_opaque == is_opaque) {
            return Ok(idle.swap_remove(found));
        }
        drop(idle);
        Worker::start(self.threads)
    }
}
