// Clang as a library: one C or C++ file to an LLVM module in memory, behind a C interface.
//
// The driver reads the arguments, so that they mean what they mean to `clang`; of the compiler only what makes a module
// runs, without a back end. Nothing is printed: what clang says goes to whoever listens.

#include <clang/Basic/Diagnostic.h>
#include <clang/Basic/DiagnosticIDs.h>
#include <clang/Basic/DiagnosticOptions.h>
#include <clang/Basic/Stack.h>
#include <clang/Basic/Version.h>
#include <clang/CodeGen/ModuleBuilder.h>
#include <clang/Driver/Compilation.h>
#include <clang/Driver/Driver.h>
#include <clang/Driver/Job.h>
#include <clang/Driver/Options.h>
#include <clang/Driver/Tool.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/CompilerInvocation.h>
#include <clang/Frontend/FrontendAction.h>
#include <clang/Frontend/TextDiagnosticPrinter.h>
#include <llvm-c/Core.h>
#include <llvm-c/IRReader.h>
#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Option/ArgList.h>
#include <llvm/Option/OptTable.h>
#include <llvm/Support/Allocator.h>
#include <llvm/Support/ErrorHandling.h>
#include <llvm/Support/VirtualFileSystem.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/TargetParser/Host.h>

#include <csetjmp>
#include <csignal>
#include <mutex>

namespace {

enum Outcome : int { Compiled = 0, Refused = 1, Crashed = 2 };

// Where a thread goes on when clang crashes in it; null while it is not in clang.
thread_local sigjmp_buf *Recovery = nullptr;
// What LLVM said before it gave up, for the same thread.
thread_local char LastWords[512];

constexpr int Signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP};
struct sigaction Earlier[std::size(Signals)];

// Leaves clang as it is: what it holds is lost, and no other thread is disturbed.
void onSignal(int Signal, siginfo_t *, void *) {
  if (Recovery)
    siglongjmp(*Recovery, Signal);
  // Not clang's crash: it happens again, to whoever was responsible before.
  for (size_t I = 0; I < std::size(Signals); ++I)
    if (Signals[I] == Signal)
      sigaction(Signal, &Earlier[I], nullptr);
}

void onFatalError(void *, const char *Reason, bool) {
  if (!Recovery)
    return;
  snprintf(LastWords, sizeof LastWords, "%s", Reason);
  siglongjmp(*Recovery, SIGABRT);
}

void watchForCrashes() {
  static std::once_flag Once;
  std::call_once(Once, [] {
    struct sigaction Action = {};
    Action.sa_sigaction = onSignal;
    // On a stack of its own, because clang's may be used up.
    Action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigemptyset(&Action.sa_mask);
    for (size_t I = 0; I < std::size(Signals); ++I)
      sigaction(Signals[I], &Action, &Earlier[I]);
    llvm::install_fatal_error_handler(onFatalError);
    llvm::install_bad_alloc_error_handler(onFatalError);
  });
}

// Everything up to the module, and no pass over it.
class EmitModule : public clang::ASTFrontendAction {
public:
  explicit EmitModule(llvm::LLVMContext &Context) : Context(Context) {}
  std::unique_ptr<llvm::Module> Module;

protected:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance &Compiler,
                                                        llvm::StringRef File) override {
    Generator = clang::CreateLLVMCodeGen(Compiler.getDiagnostics(), File, &Compiler.getVirtualFileSystem(),
                                         Compiler.getHeaderSearchOpts(), Compiler.getPreprocessorOpts(),
                                         Compiler.getCodeGenOpts(), Context);
    return std::unique_ptr<clang::ASTConsumer>(Generator);
  }

  // The consumer dies after this.
  void EndSourceFileAction() override { Module.reset(Generator->ReleaseModule()); }

private:
  llvm::LLVMContext &Context;
  clang::CodeGenerator *Generator = nullptr;
};

// An argument that makes clang's driver print or write something instead of compiling, or besides.
std::string telling(llvm::ArrayRef<const char *> Arguments) {
  unsigned MissingIndex = 0, MissingCount = 0;
  llvm::opt::InputArgList Parsed = clang::driver::getDriverOptTable().ParseArgs(
      Arguments.drop_front(), MissingIndex, MissingCount, llvm::opt::Visibility(clang::driver::options::ClangOption));
  for (const llvm::opt::Arg *Argument : Parsed) {
    llvm::StringRef Name = Argument->getOption().getName();
    if (Name.starts_with("print-") || llvm::is_contained({"v", "###", "version", "help", "help-hidden", "dumpmachine",
                                                          "dumpversion", "autocomplete=", "MJ"},
                                                         Name))
      return Argument->getSpelling().str();
  }
  return {};
}

// What is possible in clang's own process, and not here.
const char *impossible(clang::CompilerInvocation &Invocation) {
  const clang::FrontendOptions &Options = Invocation.getFrontendOpts();
  if (Options.ProgramAction != clang::frontend::EmitBC)
    return "arguments that ask for something else than a compilation are not possible here";
  if (!Options.LLVMArgs.empty())
    return "'-mllvm' is not possible here";
  if (!Options.Plugins.empty() || !Options.ActionName.empty() || !Invocation.getCodeGenOpts().PassPlugins.empty())
    return "plugins are not possible here";
  if (Invocation.getLangOpts().Modules && Invocation.getLangOpts().ImplicitModules)
    return "modules that are built on the way are not possible here";
  return nullptr;
}

// Lists of headers, statistics and the like, which builds ask for besides: nobody here wants them, and nothing is written.
void askForNothingElse(clang::CompilerInvocation &Invocation) {
  Invocation.getDependencyOutputOpts() = clang::DependencyOutputOptions();
  Invocation.getDiagnosticOpts().DiagnosticSerializationFile.clear();
  Invocation.getDiagnosticOpts().DiagnosticLogFile.clear();
  Invocation.getFrontendOpts().StatsFile.clear();
  Invocation.getFrontendOpts().ShowStats = false;
  Invocation.getCodeGenOpts().TimePasses = false;
}

std::unique_ptr<llvm::Module> compile(llvm::ArrayRef<const char *> Arguments, llvm::LLVMContext &Context,
                                      llvm::raw_ostream &Said) {
  llvm::SmallVector<const char *, 64> Expanded(Arguments);
  auto Options = llvm::makeIntrusiveRefCnt<clang::DiagnosticOptions>();
  auto *Printer = new clang::TextDiagnosticPrinter(Said, Options.get());
  Printer->setPrefix("clang");
  clang::DiagnosticsEngine Diagnostics(llvm::makeIntrusiveRefCnt<clang::DiagnosticIDs>(), Options, Printer);
  auto refuse = [&](const char *Why) {
    Diagnostics.Report(Diagnostics.getCustomDiagID(clang::DiagnosticsEngine::Error, "%0")) << Why;
    return nullptr;
  };
  llvm::BumpPtrAllocator Allocator;
  if (llvm::Error Failure = clang::driver::expandResponseFiles(Expanded, false, Allocator))
    return refuse(llvm::toString(std::move(Failure)).c_str());
  if (std::string Argument = telling(Expanded); !Argument.empty())
    return refuse(("'" + Argument + "' is not possible here").c_str());

  clang::driver::Driver Driver(Expanded.front(), llvm::sys::getDefaultTargetTriple(), Diagnostics);
  std::unique_ptr<clang::driver::Compilation> Compilation(Driver.BuildCompilation(Expanded));
  if (!Compilation || Compilation->containsError() || Diagnostics.hasErrorOccurred())
    return nullptr;
  const clang::driver::JobList &Jobs = Compilation->getJobs();
  if (Jobs.size() != 1 || llvm::StringRef(Jobs.begin()->getCreator().getName()) != "clang")
    return refuse("arguments that ask for something else than a compilation are not possible here");

  auto Invocation = std::make_shared<clang::CompilerInvocation>();
  if (!clang::CompilerInvocation::CreateFromArgs(*Invocation, Jobs.begin()->getArguments(), Diagnostics,
                                                 Expanded.front()))
    return nullptr;
  if (const char *Why = impossible(*Invocation))
    return refuse(Why);
  askForNothingElse(*Invocation);

  clang::CompilerInstance Compiler;
  Compiler.setInvocation(Invocation);
  Compiler.createDiagnostics(new clang::TextDiagnosticPrinter(Said, &Compiler.getDiagnosticOpts()));
  Compiler.setVerboseOutputStream(Said);
  EmitModule Action(Context);
  if (!Compiler.ExecuteAction(Action))
    return nullptr;
  return std::move(Action.Module);
}

} // namespace

/// Compiles what the arguments name, the first of them being the path of a clang whose headers are used. What clang
/// says is handed to `listen` in one piece. The module is the caller's, if there is one.
extern "C" int cairn_clang_compile(const char *const *Arguments, size_t Count, LLVMContextRef Context,
                                   LLVMModuleRef *Module, void (*Listen)(void *, const char *, size_t),
                                   void *Listener) {
  watchForCrashes();
  clang::noteBottomOfStack();
  // Kept by hand: a crash skips destructors, and what was said until then is wanted.
  auto *Text = new std::string;
  auto *Said = new llvm::raw_string_ostream(*Text);
  // Changed between the two returns of `sigsetjmp`.
  volatile int Result = Refused;
  sigjmp_buf Place;
  LastWords[0] = 0;
  if (int Signal = sigsetjmp(Place, 1)) {
    Recovery = nullptr;
    *Said << (LastWords[0] ? LastWords : strsignal(Signal)) << '\n';
    Result = Crashed;
  } else {
    Recovery = &Place;
    std::unique_ptr<llvm::Module> Made = compile({Arguments, Count}, *llvm::unwrap(Context), *Said);
    Recovery = nullptr;
    if (Made) {
      *Module = llvm::wrap(Made.release());
      Result = Compiled;
    }
  }
  Said->flush();
  Listen(Listener, Text->data(), Text->size());
  delete Said;
  delete Text;
  return Result;
}

/// Reads bitcode or LLVM's text form, and takes the buffer. The module is the caller's, or what LLVM says against it. After a crash
/// nothing of the context may be touched any more: a child that reads the same first may be luckier than we are.
extern "C" int cairn_parse_ir(LLVMContextRef Context, LLVMMemoryBufferRef Buffer, LLVMModuleRef *Module,
                              char **Message) {
  watchForCrashes();
  sigjmp_buf Place;
  LastWords[0] = 0;
  if (int Signal = sigsetjmp(Place, 1)) {
    Recovery = nullptr;
    *Message = LLVMCreateMessage(LastWords[0] ? LastWords : strsignal(Signal));
    return Crashed;
  }
  Recovery = &Place;
  const LLVMBool Failed = LLVMParseIRInContext(Context, Buffer, Module, Message);
  Recovery = nullptr;
  return Failed ? Refused : Compiled;
}

// Was the function written in C++?
extern "C" int cairn_is_cplusplus(LLVMValueRef Function) {
  const llvm::DISubprogram *Program = llvm::unwrap<llvm::Function>(Function)->getSubprogram();
  const llvm::DICompileUnit *Unit = Program ? Program->getUnit() : nullptr;
  return Unit && llvm::dwarf::isCPlusPlus(static_cast<llvm::dwarf::SourceLanguage>(Unit->getSourceLanguage()));
}

/// Which clang this is; the text lives for ever.
extern "C" const char *cairn_clang_version() {
  static const std::string Version = clang::getClangFullVersion();
  return Version.c_str();
}
