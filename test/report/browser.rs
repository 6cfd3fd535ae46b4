//! Chromium without a window, driven by the DevTools protocol over two pipes: `--remote-debugging-pipe` reads commands in
//! JSON from file descriptor 3 and writes answers and events to 4, each with a zero byte behind it.
//!
//! The crates that drive it compile the whole protocol, which takes longer than all of texvisa.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use libtest_mimic::Failed;
use serde_json::{Value, json};
use tempfile::TempDir;
use texvisa_test::process::find_in_path;

/// The names that distributions give it.
const PROGRAMS: [&str; 4] = ["chromium", "chromium-headless-shell", "chromium-browser", "google-chrome"];

/// How long an answer may take.
const LIMIT: Duration = Duration::from_secs(60);

/// The browser of this machine.
pub fn find() -> Option<PathBuf> {
    PROGRAMS.iter().find_map(|name| find_in_path(name))
}

/// A browser with one page.
pub struct Browser {
    child: Child,
    commands: ChildStdin,
    messages: Receiver<Value>,
    session: String,
    next: u64,
    /// What happened since the last page was loaded: method and parameters.
    events: Vec<(String, Value)>,
    _profile: TempDir,
}

impl Browser {
    /// Starts one, with a window of that size.
    ///
    /// # Errors
    ///
    /// It does not start, or does not answer.
    pub fn start(program: &Path, [width, height]: [u32; 2]) -> Result<Browser, Failed> {
        let profile = tempfile::tempdir()?;
        let mut child = Command::new("/bin/sh")
            .args(["-c", "exec \"$0\" \"$@\" 3<&0 4>&1 </dev/null >/dev/null 2>/dev/null"])
            .arg(program)
            .args([
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--hide-scrollbars",
                "--remote-debugging-pipe",
            ])
            .args([format!("--window-size={width},{height}"), format!("--user-data-dir={}", profile.path().display())])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let commands = child.stdin.take().ok_or("the browser has no pipe")?;
        let answers = child.stdout.take().ok_or("the browser has no pipe")?;
        let (sender, messages) = channel();
        std::thread::spawn(move || {
            for message in BufReader::new(answers).split(0).map_while(Result::ok) {
                let Ok(message) = serde_json::from_slice(&message) else { return };
                if sender.send(message).is_err() {
                    return;
                }
            }
        });
        let mut browser = Browser {
            child,
            commands,
            messages,
            session: String::new(),
            next: 1,
            events: Vec::new(),
            _profile: profile,
        };
        let page = browser.call("Target.createTarget", json!({"url": "about:blank"}))?;
        let attached = browser.call("Target.attachToTarget", json!({"targetId": page["targetId"], "flatten": true}))?;
        browser.session = attached["sessionId"].as_str().ok_or("the page has no session")?.to_owned();
        for domain in ["Page", "Runtime", "Network", "Log", "Accessibility"] {
            browser.call(&format!("{domain}.enable"), json!({}))?;
        }
        Ok(browser)
    }

    /// The answer to a command.
    ///
    /// # Errors
    ///
    /// It is an error, or there is none in time.
    pub fn call(&mut self, method: &str, parameters: Value) -> Result<Value, Failed> {
        let id = self.next;
        self.next += 1;
        let mut command = json!({"id": id, "method": method, "params": parameters});
        if !self.session.is_empty() {
            command["sessionId"] = Value::from(self.session.as_str());
        }
        self.commands.write_all(command.to_string().as_bytes())?;
        self.commands.write_all(&[0])?;
        self.commands.flush()?;
        loop {
            let message = self.receive(method)?;
            if message["id"].as_u64() != Some(id) {
                self.note(message);
            } else if message["error"].is_null() {
                return Ok(message["result"].clone());
            } else {
                return Err(format!("{method}: {}", message["error"]).into());
            }
        }
    }

    fn receive(&self, wanted: &str) -> Result<Value, Failed> {
        self.messages.recv_timeout(LIMIT).map_err(|error| format!("{wanted}: the browser is silent: {error}").into())
    }

    fn note(&mut self, mut message: Value) {
        if let Some(method) = message["method"].as_str() {
            self.events.push((method.to_owned(), message["params"].take()));
        }
    }

    /// Loads a file, to the end.
    ///
    /// # Errors
    ///
    /// It cannot be loaded.
    pub fn load(&mut self, file: &Path) -> Result<(), Failed> {
        let loaded = "Page.loadEventFired";
        self.events.clear();
        let answer = self.call("Page.navigate", json!({"url": format!("file://{}", file.display())}))?;
        if let Some(error) = answer["errorText"].as_str() {
            return Err(format!("{}: {error}", file.display()).into());
        }
        while !self.events.iter().any(|(method, _)| method == loaded) {
            let message = self.receive(loaded)?;
            self.note(message);
        }
        Ok(())
    }

    /// What happened since the page was loaded.
    pub fn events(&self, method: &str) -> impl Iterator<Item = &Value> {
        self.events.iter().filter(move |event| event.0 == method).map(|event| &event.1)
    }

    /// The value of an expression in the page.
    ///
    /// # Errors
    ///
    /// It throws.
    pub fn evaluate(&mut self, expression: &str) -> Result<Value, Failed> {
        let mut answer = self
            .call("Runtime.evaluate", json!({"expression": expression, "returnByValue": true, "awaitPromise": true}))?;
        if !answer["exceptionDetails"].is_null() {
            return Err(format!("{expression}: {}", answer["exceptionDetails"]).into());
        }
        Ok(answer["result"]["value"].take())
    }

    /// Presses a key and lets it go.
    ///
    /// # Errors
    ///
    /// The browser does not take it.
    pub fn press(&mut self, key: &str) -> Result<(), Failed> {
        let code = match key {
            "Tab" => 9,
            "Enter" => 13,
            "End" => 35,
            "Home" => 36,
            "ArrowLeft" => 37,
            "ArrowUp" => 38,
            "ArrowRight" => 39,
            "ArrowDown" => 40,
            other => return Err(format!("{other}: a key without a code").into()),
        };
        let mut event = json!({"type": "keyDown", "key": key, "code": key, "windowsVirtualKeyCode": code});
        if key == "Enter" {
            event["text"] = "\r".into();
        }
        self.call("Input.dispatchKeyEvent", event.clone())?;
        event["type"] = "keyUp".into();
        self.call("Input.dispatchKeyEvent", event).map(drop)
    }

    /// Chooses a colour scheme: `light` or `dark`.
    ///
    /// # Errors
    ///
    /// The browser does not know it.
    pub fn prefer(&mut self, scheme: &str) -> Result<(), Failed> {
        let features = json!({"features": [{"name": "prefers-color-scheme", "value": scheme}]});
        self.call("Emulation.setEmulatedMedia", features).map(drop)
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
